import type { AlignedPair } from './align.js';
import type { Way } from './best-way.js';
import { LEAVES_TAIL, type Route } from './path.js';
import type { NormalisedName } from '../parsing/normalise.js';
import type { Token } from '../parsing/token.js';

type Explained = Pick<Way, 'routes' | 'forms' | 'alignment' | 'rules'>;

/**
 * Lists similarities, differences and applied rules for people; never empty. `near`: near enough
 * for review, so the rules come first to give the reasons.
 */
export function explain(asked: NormalisedName, official: NormalisedName, way: Explained, near: boolean): string[] {
  const { routes, forms, alignment, rules } = way;
  const { pairs, onlyA, onlyB } = alignment;
  const reasons = [...new Set(rules.map(({ reason }) => reason))];
  const lines = [...new Set(pairs.flatMap(explainPair))].filter((line) => !reasons.includes(line));
  if (onlyA.length > 0) lines.push(`only in the name asked for: ${textOf(onlyA)}`);
  if (onlyB.length > 0) lines.push(`only in the official name: ${textOf(onlyB)}`);
  if (beginsWithThe(asked) !== beginsWithThe(official)) lines.push('only one name begins with THE');
  if (forms === 'one_missing') lines.push('only one name has a legal form');
  if (routes.includes('second_name')) lines.push('compared by the name after "doing business as"');
  if (routes.includes('formless')) lines.push('the last word is read as part of the name');
  if (routes.some((route) => LEAVES_TAIL.has(route))) lines.push('compared by the part before the legal form');
  lines.push(...leftOut(asked, routes[0], official), ...leftOut(official, routes[1], asked));
  if (near) lines.unshift(...reasons.map((reason) => `for review: ${reason}`));
  else lines.push(...reasons);
  return lines.length > 0
    ? lines
    : ['the same words once spellings of the legal form, "and" and initials are read alike'];
}

function explainPair({ a, b, relation }: AlignedPair): string[] {
  if (relation === 'read') return [];
  const [writtenA, writtenB] = [writtenOf(a), writtenOf(b)];
  if (relation !== 'equal') return [`${writtenA} is read as ${writtenB} (${relation})`];
  if (writtenA === writtenB) return [];
  const number = a.some(({ kind }) => kind === 'number');
  return [`${writtenA} and ${writtenB} are one ${number ? 'number' : 'word'}`];
}

function beginsWithThe({ written }: NormalisedName): boolean {
  return written.length > 1 && written[0] === 'THE';
}

/** Mentions the second name of a side when it was not used in the comparison. */
function leftOut({ alternatives }: NormalisedName, route: Route, otherName: NormalisedName): string[] {
  const second = alternatives.find(({ kind }) => kind === 'second_name');
  if (!second || route === 'second_name') return [];
  const both = otherName.alternatives.some(({ kind }) => kind === 'second_name');
  const where = both ? 'left out' : 'is in one name only';
  return [`the name after "doing business as" ${where}: ${textOf(second.parsed.tokens)}`];
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(' ');
}

function writtenOf(tokens: readonly Token[]): string {
  return tokens.map(({ text, written }) => written ?? text).join(' ');
}
