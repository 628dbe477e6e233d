import { malformed } from './soda-error.js';

export interface Token {
  kind: 'text' | 'number' | 'word' | 'sign' | 'end';
  value: string;
  position: number;
}

const PATTERNS: readonly [Token['kind'], RegExp][] = [
  ['text', /'(?:[^']|'')*'/y],
  ['number', /\d+(?:\.\d+)?/y],
  ['word', /`[^`]+`|:?[A-Za-z_@][\w]*/y],
  ['sign', /<=|>=|<>|!=|[=<>(),*]/y],
];

/**
 * Splits a SoQL expression into tokens; the last one has kind `end`. A quote inside a text literal
 * is doubled.
 */
export function tokenise(soql: string): Token[] {
  const tokens: Token[] = [];
  let position = skipSpace(soql, 0);
  while (position < soql.length) {
    const token = tokenAt(soql, position);
    tokens.push({ ...token, position });
    position = skipSpace(soql, position + token.length);
  }
  return [...tokens, { kind: 'end', value: '', position: soql.length }];
}

function tokenAt(soql: string, position: number): { kind: Token['kind']; value: string; length: number } {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = position;
    const raw = pattern.exec(soql)?.[0];
    if (raw !== undefined) return { kind, value: valueOf(kind, raw), length: raw.length };
  }
  throw malformed(position);
}

function valueOf(kind: Token['kind'], raw: string): string {
  if (kind === 'text') return raw.slice(1, -1).replaceAll("''", "'");
  return raw.startsWith('`') ? raw.slice(1, -1) : raw;
}

function skipSpace(soql: string, from: number): number {
  let position = from;
  while (/\s/.test(soql[position] ?? '')) position += 1;
  return position;
}
