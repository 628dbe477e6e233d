/**
 * The queries to LINDAS, in SPARQL 1.1. All external text passes through `literal`. Without a
 * canton, they are about the whole country, and need no address.
 */

export const PAGE_ROWS = 500;
const LETTERS = String.raw`BIND(REPLACE(LCASE(?legalName), "[^\\p{L}\\p{N} ]", "") AS ?letters) `;
const PREFIXES = 'PREFIX schema: <http://schema.org/>';
const FIELDS = '?legalName ?form ?uid ?street ?zip ?locality';

const NUMBER = `OPTIONAL {
      ?company schema:identifier ?identifier .
      ?identifier schema:name "CompanyUID" ; schema:value ?uid .
    }`;
const PLACE = `OPTIONAL { ?company schema:address/schema:addressRegion ?region }
    OPTIONAL { ?company schema:address/schema:addressLocality ?locality }
    OPTIONAL { ?company schema:address/schema:streetAddress ?street }
    OPTIONAL { ?company schema:address/schema:postalCode ?zip }`;

/** The published fields of the companies bound so far, one row for each. */
function published(canton: string | undefined): string {
  if (canton === undefined) {
    return `?company schema:legalName ?legalName .
    OPTIONAL { ?company schema:additionalType ?form }
    ${PLACE}
    ${NUMBER}`;
  }
  return `?company schema:legalName ?legalName ;
      schema:address ?address .
    ?address schema:addressRegion ${literal(canton)} .
    OPTIONAL { ?company schema:additionalType ?form }
    OPTIONAL { ?address schema:addressLocality ?locality }
    OPTIONAL { ?address schema:streetAddress ?street }
    OPTIONAL { ?address schema:postalCode ?zip }
    ${NUMBER}`;
}

interface Selection {
  /** From 0. */
  page: number;
  canton: string | undefined;
  /** The shortest names first, which are nearest to a beginning. */
  shortestFirst?: boolean;
}

/**
 * Names are filtered in a limited subquery, and only its results are looked up: a filter over
 * everything takes seconds.
 */
export function selecting(condition: string, { page, canton, shortestFirst = false }: Selection): string {
  const region = canton === undefined ? '' : ` ;\n          schema:address/schema:addressRegion ${literal(canton)}`;
  const order = shortestFirst ? 'STRLEN(?legalName) ?company' : '?company';
  return `${PREFIXES}
SELECT DISTINCT ${FIELDS}${canton === undefined ? ' ?region' : ''} WHERE {
  GRAPH <https://lindas.admin.ch/foj/zefix> {
    { SELECT ?company WHERE {
        ?company a <https://schema.ld.admin.ch/ZefixOrganisation> ;
          schema:legalName ?legalName${region} .
        ${condition.includes('?letters') ? LETTERS : ''}FILTER(${condition})
      } ORDER BY ${order} LIMIT ${PAGE_ROWS} OFFSET ${page * PAGE_ROWS} }
    ${published(canton)}
  }
}`;
}

/**
 * Starts from the identifier, which is found at once, and reads whatever is published of its
 * company.
 */
export function numbered(uid: string): string {
  return `${PREFIXES}
SELECT DISTINCT ?legalName ?form ?street ?zip ?locality ?region WHERE {
  GRAPH <https://lindas.admin.ch/foj/zefix> {
    ?asked schema:value ${literal(uid)} .
    ?company schema:identifier ?asked ;
      a <https://schema.ld.admin.ch/ZefixOrganisation> .
    OPTIONAL { ?company schema:legalName ?legalName }
    OPTIONAL { ?company schema:additionalType ?form }
    ${PLACE}
  }
} LIMIT 10`;
}

/** Must match the query's own conversion of a name before it looks for a word in it. */
export function lettersAndDigits(word: string): string {
  return word.replace(/[^\p{L}\p{N}]/gu, '');
}

/** Quotes a text literal. Only quotes, backslashes and control characters could end it. */
export function literal(value: string): string {
  return `"${value.replace(/\p{Cc}+/gu, ' ').replace(/[\\"]/g, '\\$&')}"`;
}
