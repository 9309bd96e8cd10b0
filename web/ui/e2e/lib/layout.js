// What axe does not see. These run in the page.

/** Controls that stick out of their parent or of the window, or whose words do not fit. */
export function misfits() {
  const SLACK = 1;
  const found = [];
  const name = (el) => el.dataset.testid ?? el.id ?? (el.textContent ?? '').trim().slice(0, 30);
  if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} px wide, the window ${innerWidth}`);
  for (const el of document.querySelectorAll('button, select, input, a[href], .chip, .cell, [role=tab], progress')) {
    const r = el.getBoundingClientRect();
    if (r.width === 0 || r.height === 0 || !el.checkVisibility({ visibilityProperty: true }) || el.classList.contains('file')) continue;
    if (r.right > innerWidth + SLACK || r.left < -SLACK) found.push(`${name(el)} leaves the window`);
    const style = getComputedStyle(el.parentElement);
    const p = el.parentElement.getBoundingClientRect();
    const scrolls = (o) => o === 'auto' || o === 'scroll';
    if (!scrolls(style.overflowX) && (r.right > p.right + SLACK || r.left < p.left - SLACK)) found.push(`${name(el)} sticks out of its parent sideways`);
    if (!scrolls(style.overflowY) && style.display !== 'inline' && (r.bottom > p.bottom + SLACK || r.top < p.top - SLACK)) found.push(`${name(el)} sticks out of its parent up or down`);
    if (el.tagName !== 'SELECT' && el.tagName !== 'INPUT' && el.scrollWidth > el.clientWidth + SLACK && style.display !== 'inline' && getComputedStyle(el).display !== 'inline') found.push(`the words of ${name(el)} do not fit`);
  }
  for (const el of document.querySelectorAll('.chip-text')) if (el.scrollWidth > el.clientWidth + SLACK) found.push(`the status is cut: ${el.textContent}`);
  return found;
}

/** Buttons and lists too small for a finger; links in a sentence and lines of text are not meant. */
export function smallTargets(least) {
  const found = [];
  for (const el of document.querySelectorAll('button, select, [role=tab], label.check')) {
    const r = el.getBoundingClientRect();
    if (r.width === 0 || r.height === 0 || el.matches('.link, .console-line') || !el.checkVisibility({ visibilityProperty: true })) continue;
    if (r.height < least - 0.5 || r.width < least - 0.5) found.push(`${el.dataset.testid ?? el.textContent.trim().slice(0, 30)}: ${Math.round(r.width)} × ${Math.round(r.height)}`);
  }
  return found;
}
