interface Range {
  weight: number;
  /** 2 for a named type, 1 for `text/*`, 0 for any type. */
  specificity: number;
}

const REFUSED: Range = { weight: 0, specificity: 0 };

/**
 * What a caller would rather have (RFC 9110, section 12.5.1). Of equal weights the type that is
 * named more exactly wins, and Markdown before HTML, which no browser names. HTML is for clients
 * that name it and do not prefer JSON: browsers. All others get JSON.
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
 * How a caller takes answers of this type: by its name, by a range that covers it (also by saying
 * nothing), or not at all.
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
