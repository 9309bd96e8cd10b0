// Programs in JavaScript, run by QuickJS, whose metering is measured.
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

function sort(n) {
  const a = [];
  for (let i = 0, x = 1; i < n; i++) a.push((x = (x * 1664525 + 1013904223) % 4294967296));
  a.sort((p, q) => p - q);
  return a[n >> 1];
}

function string(n) {
  let s = '';
  for (let i = 0; i < n; i++) s += String.fromCharCode(97 + (i % 26)) + i.toString(36);
  return s.split('a').map((w) => w.toUpperCase()).join('-').length;
}

function regexp(n) {
  const text = 'write to someone@example.com or nobody at all; '.repeat(n);
  return text.match(/([a-z]+)@([a-z]+)\.(com|org)/g).length;
}

function json(n) {
  let total = 0;
  for (let i = 0; i < n; i++) {
    const s = JSON.stringify({ name: 'widget', values: [1, 2, 3, i, 5, 600, 7000], tags: { a: 'b', c: 'd' } });
    total += s.length + JSON.parse(s).values.length;
  }
  return total;
}
