/** The characters of a string before its end, and the whole of any other scalar. */
const IN_STRING = /(?:[^"\\\p{Cc}]+|[\x7F-\x9F]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/uy;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SPACES = /[ \t\r\n]*/y;

/**
 * Returns the line and column at which JSON breaks; `undefined` for valid JSON. The messages of the
 * parser name a place only for some mistakes. `first`: the place of its first character.
 */
export function whereJsonBreaks(text: string, first = { line: 1, column: 1 }): string | undefined {
  const at = endOfValid(text);
  if (at === undefined) return undefined;
  if (at >= text.length) return 'The JSON ends too early.';
  const before = text.slice(0, at).split('\n');
  const column = (before.at(-1) ?? '').length + (before.length === 1 ? first.column : 1);
  return `Look at line ${before.length - 1 + first.line}, column ${column}.`;
}

/** The sign or value that may follow; in place of the first one, an object or a list may end. */
type Next = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'comma';

/** Returns the length of the beginning of `text` that may begin JSON; `undefined` if it is JSON. */
function endOfValid(text: string): number | undefined {
  const closers: string[] = [];
  let next: Next = 'value';
  for (let at = after(SPACES, text, 0); ; at = after(SPACES, text, at)) {
    const sign = text[at];
    if (sign === undefined) return next === 'comma' && closers.length === 0 ? undefined : at;
    if ((next.startsWith('first') || next === 'comma') && sign === closers.at(-1)) {
      closers.pop();
      next = 'comma';
      at++;
    } else if (next === 'comma' || next === 'colon') {
      if (sign !== (next === 'colon' ? ':' : ',') || closers.length === 0) return at;
      next = next === 'comma' && closers.at(-1) === '}' ? 'key' : 'value';
      at++;
    } else if (sign === '"') {
      at = after(IN_STRING, text, at + 1);
      if (text[at] !== '"') return at;
      next = next.endsWith('key') ? 'colon' : 'comma';
      at++;
    } else if (next.endsWith('key')) {
      return at;
    } else if (sign === '{' || sign === '[') {
      closers.push(sign === '{' ? '}' : ']');
      next = sign === '{' ? 'first key' : 'first value';
      at++;
    } else {
      const end = after(SCALAR, text, at);
      if (end === at) return at;
      next = 'comma';
      at = end;
    }
  }
}

function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
