import type { Answer } from '../../dialect.js';

export interface SwissCompany {
  uid?: string;
  name?: string;
  status: string;
  canton?: string;
  legalSeat?: string;
  legalForm?: { uid: string };
  address?: { street?: string | null; houseNumber?: string | null; city?: string | null; swissZipCode?: string | null };
}

/**
 * The subset of SPARQL used to search companies by name, number and canton: text literals in
 * STRSTARTS, CONTAINS and after `schema:value`, ORDER BY the length of names, LIMIT and OFFSET.
 * Like the endpoint, it refuses anything but a SELECT, and times out when a filter over the whole
 * graph is not inside a subquery with a limit.
 */

const LITERAL = '"((?:[^"\\\\]|\\\\.)*)"';

export function answerSparql(query: string, companies: readonly SwissCompany[]): Answer {
  if (!/\bSELECT\b[^]*\bWHERE\b/i.test(query)) return { status: 400, body: { error: 'malformed query' } };
  if (/\bFILTER\b/.test(query) && !isBounded(query)) return { status: 503, body: { error: 'query timed out' } };
  const canton = literals(query, /addressRegion\s+/)[0];
  const uid = literals(query, /schema:value\s+/)[0];
  const [beginning] = literals(query, /STRSTARTS\([^"]*?, /);
  const [together, ...apart] = literals(query, /CONTAINS\([^"]*?, /);
  const demanded = withoutOptional(query);
  const limit = Number(/\bLIMIT (\d+)/i.exec(query)?.[1] ?? 1_000);
  const offset = Number(/\bOFFSET (\d+)/i.exec(query)?.[1] ?? 0);
  const isByLength = /\bORDER BY STRLEN\b/i.test(query);
  const lengthOf = ({ name = '' }: SwissCompany) => (isByLength ? name.length : 0);
  const found = companies
    .filter((company) => canton === undefined || company.canton === canton)
    .filter((company) => uid === undefined || company.uid === uid)
    .filter(({ name }) => name !== undefined || !demanded.includes('schema:legalName'))
    .filter(({ name = '' }) => beginning === undefined || name.toLowerCase().startsWith(beginning))
    .filter(({ name = '' }) => {
      const letters = name.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, '');
      if (together === undefined || letters.includes(together)) return true;
      return apart.length > 0 && apart.every((piece) => letters.includes(piece));
    })
    .toSorted((left, right) => lengthOf(left) - lengthOf(right) || ((left.uid ?? '') < (right.uid ?? '') ? -1 : 1));
  const vars = [...(/\bSELECT (?:DISTINCT )?([^{]*?) WHERE/i.exec(query)?.[1] ?? '').matchAll(/\?(\w+)/g)].map(
    ([, name]) => name!,
  );
  const bindings = found.slice(offset, offset + limit).map((company) => bindingOf(company, vars));
  return { status: 200, body: { head: { vars }, results: { bindings } } };
}

/** Returns the part of a query that a company must match. */
function withoutOptional(query: string): string {
  return query.replace(/OPTIONAL\s*\{[^{}]*\}/g, '');
}

/** Returns whether the filter is inside a subquery with a limit. */
function isBounded(query: string): boolean {
  const withoutTexts = query.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  return /\{\s*SELECT\b[^{}]*WHERE\s*\{[^{}]*FILTER[^{}]*\}[^{}]*\bLIMIT \d+/i.test(withoutTexts);
}

function literals(query: string, before: RegExp): string[] {
  const pattern = new RegExp(`${before.source}${LITERAL}`, 'g');
  return [...query.matchAll(pattern)].map(([, text = '']) => text.replace(/\\(.)/g, '$1'));
}

function bindingOf({ name, uid, canton, legalForm, address }: SwissCompany, asked: readonly string[]): object {
  const street = [address?.street, address?.houseNumber].filter(Boolean).join(' ');
  const form = legalForm?.uid;
  const placed = { region: canton, street, zip: address?.swissZipCode, locality: address?.city };
  const texts = Object.entries({ legalName: name, uid, ...placed }).flatMap(([variable, value]) =>
    value === undefined || value === null || value === '' ? [] : [[variable, { type: 'literal', value }] as const],
  );
  const bound = new Map<string, object>(texts);
  if (form !== undefined) bound.set('form', { type: 'uri', value: `https://ld.admin.ch/ech/97/legalforms/${form}` });
  return Object.fromEntries([...bound].filter(([variable]) => asked.includes(variable)));
}
