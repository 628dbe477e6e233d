import { align, type Alignment } from './align.js';
import { relateForms } from './legal-forms.js';
import type { ReadName } from './normalise.js';
import { relateNumbers } from './numbers.js';
import type { Token } from './tokens.js';

export interface Comparison {
  /** Integer, 0 to 100. */
  confidence: number;
  method: 'exact' | 'normalised' | 'fuzzy';
  /** What was found alike and different, and the rules that fired, for people. */
  explanation: string[];
}

/** From here on a record is the answer without a second look. */
export const ACCEPTED = 85;
/** From here on a record comes near enough to be shown for review. */
export const NEAR = 60;

const IDENTICAL = 100;
const SAME_NAME = 99;
const NUMBER_CONFLICT_CAP = 40;
const REVIEW_CAP = ACCEPTED - 1;
const SLIGHT_DIFFERENCE_CAP = 97;

/** Penalties in points of confidence. */
const FORM_MISSING = 3;
const FORM_KIN = 6;
const FORM_CONFLICT = 12;

/** Compares the name asked for with an official one. Symmetric but for the wording of the explanation. */
export function compareNames(asked: ReadName, official: ReadName): Comparison {
  if (asked.raw === official.raw)
    return { confidence: IDENTICAL, method: 'exact', explanation: ['the names are identical'] };
  if (asked.key === official.key) {
    return { confidence: SAME_NAME, method: 'normalised', explanation: ['the same name in another spelling'] };
  }
  return score(asked, official);
}

function score(asked: ReadName, official: ReadName): Comparison {
  const alignment = align(asked.tokens, official.tokens);
  const explanation = describe(alignment);
  let confidence = SLIGHT_DIFFERENCE_CAP * overlap(alignment);
  const cap = (limit: number, reason: string) => {
    if (confidence > limit) confidence = limit;
    explanation.push(reason);
  };
  const forms = relateForms(asked.form, official.form);
  if (forms === 'one_missing') confidence -= FORM_MISSING;
  if (forms === 'kin') confidence -= FORM_KIN;
  if (forms === 'conflict') {
    confidence -= FORM_CONFLICT;
    cap(REVIEW_CAP, `legal forms differ: ${asked.form} and ${official.form}`);
  }
  const numbers = relateNumbers(asked.numbers, official.numbers);
  if (numbers === 'conflict') cap(NUMBER_CONFLICT_CAP, 'numbers differ: never the same business');
  if (numbers === 'one_sided') cap(REVIEW_CAP, 'a number stands on one side only');
  if ([...alignment.onlyA, ...alignment.onlyB].some(tells)) cap(REVIEW_CAP, 'a word stands on one side only');
  return { confidence: Math.max(0, Math.round(confidence)), method: 'fuzzy', explanation };
}

const TELLING_WEIGHT = 0.1;

function tells(token: Token): boolean {
  return token.weight > TELLING_WEIGHT;
}

function overlap({ pairs, onlyA, onlyB }: Alignment): number {
  let matched = 0;
  let total = weigh(onlyA) + weigh(onlyB);
  for (const pair of pairs) {
    const weight = weigh(pair.a) + weigh(pair.b);
    matched += weight * pair.similarity;
    total += weight;
  }
  return total === 0 ? 0 : matched / total;
}

function weigh(tokens: readonly Token[]): number {
  return tokens.reduce((sum, token) => sum + token.weight, 0);
}

function text(tokens: readonly Token[]): string {
  return tokens.map((token) => token.text).join(' ');
}

function describe({ pairs, onlyA, onlyB }: Alignment): string[] {
  const lines = pairs
    .filter((pair) => pair.similarity < 1)
    .map((pair) => `${text(pair.a)} is read as ${text(pair.b)} (${pair.similarity.toFixed(2)})`);
  if (onlyA.length > 0) lines.push(`only in the name asked for: ${text(onlyA)}`);
  if (onlyB.length > 0) lines.push(`only in the official name: ${text(onlyB)}`);
  return lines;
}
