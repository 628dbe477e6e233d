interface Range {
  weight: number;
  /** 2 for a named type, 1 for `text/*`, 0 for any type. */
  specificity: number;
}

const REFUSED: Range = { weight: 0, specificity: 0 };

/**
 * Whether a caller would rather have Markdown than JSON (RFC 9110, section 12.5.1). Of equal weights the one that is named more exactly wins; one that
 * says nothing has JSON.
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const markdown = rangeFor(accept, 'text/markdown', 'text/*', '*/*');
  const json = rangeFor(accept, 'application/json', 'application/*', '*/*');
  if (markdown.weight === json.weight) return markdown.weight > 0 && markdown.specificity > json.specificity;
  return markdown.weight > json.weight;
}

/** The most specific of these ranges that the header names. */
function rangeFor(accept: string, ...ranges: [type: string, family: string, any: string]): Range {
  const given = accept.split(',').map((part) => {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { range, weight: q === undefined ? 1 : Number(q) || 0 };
  });
  for (const [index, range] of ranges.entries()) {
    const found = given.find((it) => it.range === range);
    if (found) return { weight: found.weight, specificity: 2 - index };
  }
  return REFUSED;
}
