/**
 * Returns the line and column at which JSON breaks, by the message of the parser; `undefined` if it
 * names none.
 */
export function whereJsonBreaks(text: string, message: string): string | undefined {
  if (message.includes('end of JSON input')) return 'The JSON ends too early.';
  const [, at] = / at position (\d+)/.exec(message) ?? [];
  if (at === undefined) return undefined;
  const before = text.slice(0, Number(at)).split('\n');
  if (Number(at) >= text.length) return 'The JSON ends too early.';
  return `Look at line ${before.length}, column ${(before.at(-1) ?? '').length + 1}.`;
}
