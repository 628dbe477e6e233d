/** Pieces of SoQL, the query language of Socrata (https://dev.socrata.com/docs/queries/). Everything from outside passes `quote`. */

/** Signs that people leave out of names, put in, or replace by others. */
const PUNCTUATION = [' ', '.', ',', "'", '’', '-', '&', '/', '(', ')'];

/** A text literal. A quote inside is doubled, which is SoQL's only escape; control characters have no business in a name. */
function quote(value: string): string {
  return `'${value.replace(/\p{Cc}/gu, '').replaceAll("'", "''")}'`;
}

export function equals(column: string, value: string): string {
  return `${column}=${quote(value)}`;
}

export function oneOf(column: string, values: readonly string[]): string {
  return `${column} in (${values.map(quote).join(',')})`;
}

export function like(expression: string, pattern: string): string {
  return `${expression} like ${quote(pattern)}`;
}

export function notLike(expression: string, pattern: string): string {
  return `${expression} not like ${quote(pattern)}`;
}

export function all(conditions: readonly string[]): string {
  return conditions.length === 1 ? conditions[0]! : `(${conditions.join(' and ')})`;
}

export function any(conditions: readonly string[]): string {
  return conditions.length === 1 ? conditions[0]! : `(${conditions.join(' or ')})`;
}

/** Text comparison is case-sensitive in SODA 2.1. */
export function upper(column: string): string {
  return `upper(${column})`;
}

export function withoutPunctuation(expression: string): string {
  return PUNCTUATION.reduce((inner, sign) => `replace(${inner},${quote(sign)},'')`, expression);
}
