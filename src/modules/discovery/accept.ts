/** Whether a caller would rather have Markdown than JSON (RFC 9110, section 12.5.1); one that says nothing has JSON. */
export function prefersMarkdown(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  return quality(accept, 'text/markdown', 'text/*') > quality(accept, 'application/json', 'application/*', '*/*');
}

/** The weight of the most specific of these ranges that the header names. */
function quality(accept: string, ...ranges: string[]): number {
  const given = accept.split(',').map((part) => {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { range, weight: q === undefined ? 1 : Number(q) || 0 };
  });
  for (const range of ranges) {
    const found = given.find((it) => it.range === range);
    if (found) return found.weight;
  }
  return 0;
}
