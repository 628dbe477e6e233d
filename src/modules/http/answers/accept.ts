interface Range {
  weight: number;
  /** 2 for an exact type, 1 for `text/*`, 0 for any type. */
  specificity: number;
}

const REFUSED: Range = { weight: 0, specificity: 0 };

/**
 * Returns the preferred type (RFC 9110, section 12.5.1). With equal weights, the more specific type
 * wins, and Markdown over HTML, because no browser asks for Markdown. HTML is only for clients that
 * name it and do not prefer JSON, i.e. browsers. All others get JSON.
 */
export function preferredType(accept: string | undefined): 'json' | 'markdown' | 'html' {
  if (accept === undefined) return 'json';
  const markdown = rangeFor(accept, 'text/markdown', 'text/*', '*/*');
  const html = rangeFor(accept, 'text/html', 'text/*', '*/*');
  const json = rangeFor(accept, 'application/json', 'application/*', '*/*');
  const wantsHtml = html.specificity === 2 && html.weight > 0 && html.weight >= json.weight;
  if (outweighs(markdown, json) && !(wantsHtml && outweighs(html, markdown))) return 'markdown';
  return wantsHtml ? 'html' : 'json';
}

/**
 * Returns whether a client accepts this type by name, by a range (or without a header), or not at
 * all.
 */
export function acceptance(accept: string | undefined, type: string): 'named' | 'covered' | 'refused' {
  if (!accept?.trim()) return 'covered';
  const { weight, specificity } = rangeFor(accept, type, type.replace(/\/.*/, '/*'), '*/*');
  if (weight === 0) return 'refused';
  return specificity === 2 ? 'named' : 'covered';
}

function outweighs(one: Range, other: Range): boolean {
  if (one.weight === other.weight) return one.weight > 0 && one.specificity > other.specificity;
  return one.weight > other.weight;
}

/** Returns the most specific of these ranges in the header. */
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
