// The little of Markdown that the samples' texts use: paragraphs, bullets,
// `code`, *emphasis*, **strong**. Everything else stays as it is written.

import type { ComponentChildren } from 'preact';

export function Markdown({ text }: { text: string }) {
  return <>{blocks(text).map((b, i) => (Array.isArray(b) ? <List key={i} items={b} /> : <p key={i}>{inline(b)}</p>))}</>;
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item, i) => (
        <li key={i}>{inline(item)}</li>
      ))}
    </ul>
  );
}

function blocks(text: string): (string | string[])[] {
  const out: (string | string[])[] = [];
  for (const block of text.trim().split(/\n\s*\n/)) {
    if (!/^[-*] /.test(block)) out.push(block.replace(/\s*\n\s*/g, ' '));
    else out.push(block.slice(2).split(/\n[-*] /).map((item) => item.replace(/\s*\n\s*/g, ' ')));
  }
  return out;
}

function inline(text: string): ComponentChildren {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*)/).map((part, i) => {
    if (/^`.+`$/.test(part)) return <code key={i}>{part.slice(1, -1)}</code>;
    if (/^\*\*.+\*\*$/.test(part)) return <strong key={i}>{part.slice(2, -2)}</strong>;
    if (/^\*.+\*$/.test(part)) return <em key={i}>{part.slice(1, -1)}</em>;
    return part;
  });
}
