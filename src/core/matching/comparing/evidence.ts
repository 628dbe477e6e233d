import type { AlignedPair, Alignment } from './align.js';
import type { ParsedName } from '../parsing/normalise.js';
import { LEAVES_TAIL, type Path } from './path.js';
import type { Token } from '../parsing/token.js';

/**
 * Weights of the evidence that two names mean one business, in log-odds per unit of amount. Amounts
 * are counts unless noted. Fitted on two thirds of a set of labelled pairs, and rounded; for the
 * measurement, see the README.
 */
export const WEIGHTS = {
  /** Start of every comparison, before any difference. */
  start: 2.4,
  /** Share of adjacent letter pairs that both names have, 0 to 1, ignoring spaces. */
  lettersShared: 3.2,
  /** 1 when a word, number or place is on one side only. */
  wordMissing: -5.2,
  /** 1 when both sides have such a word, so it was exchanged rather than added. */
  wordExchanged: -1.6,
  /** 1 when each has a rare word that the other lacks. */
  rareWordExchanged: -0.9,
  /** 1 when the first word of either name has no counterpart. */
  firstWordMissing: -0.7,
  /** 1 when no rare word is the same on both sides. */
  noRareWordShared: -1.8,
  /** 1 when the names contain different places. */
  placeExchanged: -0.6,
  /** Mistyped letters, per letter of their word, over all words. */
  slipDensity: -3,
  /** Share of the distinctive weight that is mistyped, 0 to 1. */
  slipShare: -1.8,
  /** Words with more than one slip. */
  repeatedSlip: -1.8,
  /** Words with a wrong first letter. */
  firstLetterSlip: -2.3,
  /** Words with a wrong last letter: `OCTAVIA`, `OCTAVIAN`. */
  lastLetterSlip: -1.6,
  /**
   * Words whose only slip is a swap of neighbours or a doubled letter: a typing error, rather than
   * another name.
   */
  fingerSlip: 1.7,
  /**
   * Share of the distinctive weight in words that are only related (`OCEAN`, `OCEANIC`), 0 to 1.
   */
  kindredShare: -4.3,
  /** Words with an abbreviation that is in no table. */
  abbreviated: -0.9,
  /** Words run together or split. */
  joined: -0.8,
  initials: -0.3,
  /** 1 when both have a legal form, of different kinds. */
  formConflict: -1.2,
  reordered: -0.1,
  /** Sides on which the name after a `d/b/a` was compared. */
  secondName: -0.8,
  /** 1 when only the part before a legal form in the middle was compared. */
  partBeforeForm: -1.3,
  /**
   * 1 when a long name without a legal form is a prefix of the other: fields and statements cut
   * names off.
   */
  cutOff: 2.9,
  /** 1 when only a place is missing, and on one side only: `(OVERSEAS)`, `(ISLE OF MAN)`. */
  placeMissing: 0.7,
  /** 1 when words are missing and neither name has a legal form, as in a school's name. */
  noForms: 0.8,
} as const;

export type EvidenceName = keyof typeof WEIGHTS;

/** The amount of each kind of evidence; omitted kinds were not found. */
export type Evidence = Partial<Record<EvidenceName, number>>;

/** A token above this weight helps to identify the business. */
const TELLING = 0.1;
const RARE = 1;

export function tells(token: Token): boolean {
  return token.weight > TELLING;
}

export function gatherEvidence(a: ParsedName, b: ParsedName, { alignment, routes, forms }: Path): Evidence {
  const evidence: Evidence = { start: 1, lettersShared: lettersShared(a.tokens, b.tokens) };
  gatherMissing(evidence, a, b, alignment);
  gatherPairs(evidence, a, b, alignment.pairs);
  if (forms === 'conflict') evidence.formConflict = 1;
  if (alignment.reordered) evidence.reordered = 1;
  for (const route of routes) if (route === 'second_name') add(evidence, 'secondName', 1);
  if (routes.some((route) => LEAVES_TAIL.has(route))) evidence.partBeforeForm = 1;
  return evidence;
}

export function sumEvidence(evidence: Evidence): number {
  let sum = 0;
  for (const name in evidence) sum += WEIGHTS[name as EvidenceName] * (evidence[name as EvidenceName] ?? 0);
  return sum;
}

function gatherMissing(evidence: Evidence, a: ParsedName, b: ParsedName, { onlyA, onlyB }: Alignment): void {
  if (onlyA.length + onlyB.length === 0) return;
  const cut = cutWord(a, b, onlyA, onlyB) ?? cutWord(b, a, onlyB, onlyA);
  const missingA = onlyA.filter((token) => tells(token) && token !== cut);
  const missingB = onlyB.filter((token) => tells(token) && token !== cut);
  if (missingA.length + missingB.length === 0) return;
  evidence.wordMissing = 1;
  const [firstA, firstB] = [a.tokens[0], b.tokens[0]];
  if ((firstA && onlyA.includes(firstA)) || (firstB && onlyB.includes(firstB))) evidence.firstWordMissing = 1;
  if (a.form === null && b.form === null) evidence.noForms = 1;
  if ((missingA.length === 0 || missingB.length === 0) && [...onlyA, ...onlyB].every(tellsWhere))
    evidence.placeMissing = 1;
  if ((missingA.length === 0 && isCutOff(a, b, onlyB)) || (missingB.length === 0 && isCutOff(b, a, onlyA)))
    evidence.cutOff = 1;
  if (missingA.length === 0 || missingB.length === 0) return;
  evidence.wordExchanged = 1;
  if (missingA.some(isRare) && missingB.some(isRare)) evidence.rareWordExchanged = 1;
  if (missingA.some(isPlace) && missingB.some(isPlace)) evidence.placeExchanged = 1;
}

/** Finds the last word of a name that was cut off within it: `DEVELOPMENT FO`. */
function cutWord(
  short: ParsedName,
  long: ParsedName,
  onlyShort: readonly Token[],
  onlyLong: readonly Token[],
): Token | undefined {
  const last = short.tokens.at(-1);
  if (
    !last ||
    lengthOf(short) < CUT_WITHIN_FROM ||
    onlyShort.length !== 1 ||
    onlyShort[0] !== last ||
    !isCutOff(short, long, onlyLong)
  )
    return undefined;
  const { text, written = text } = onlyLong[0] ?? last;
  return written.startsWith(last.text) ? last : undefined;
}

const CUT_OFF_FROM = 22;
const CUT_OFF_TO = 36;
const CUT_WITHIN_FROM = 31;

const PLACE_WORDS = new Set(['ISLE', 'OF', 'MAN', 'OVERSEAS', 'OFFSHORE']);

function tellsWhere(token: Token): boolean {
  return isPlace(token) || PLACE_WORDS.has(token.text);
}

/**
 * Returns whether the missing words are the last ones of the longer name and the short name is
 * about as long as name fields allow.
 */
function isCutOff(short: ParsedName, long: ParsedName, missing: readonly Token[]): boolean {
  const length = lengthOf(short);
  if (short.form !== null || length < CUT_OFF_FROM || length > CUT_OFF_TO) return false;
  const end = long.tokens.slice(-missing.length);
  return missing.every((token) => end.includes(token));
}

function lengthOf({ words }: ParsedName): number {
  return words.reduce((sum, word) => sum + 1 + word.length, -1);
}

function gatherPairs(evidence: Evidence, a: ParsedName, b: ParsedName, pairs: readonly AlignedPair[]): void {
  let rareShared = false;
  for (const pair of pairs) {
    if (pair.relation === 'equal') {
      if (pair.a.some(isRare) && pair.b.some(isRare)) rareShared = true;
      continue;
    }
    const share = (weigh(pair.a) / totalWeight(a) + weigh(pair.b) / totalWeight(b)) / 2;
    if (pair.slips > 0) gatherSlips(evidence, pair, share);
    else if (pair.relation === 'kindred' || pair.relation === 'inflected') add(evidence, 'kindredShare', share);
    else if (pair.relation === 'exchanged') add(evidence, 'joined', 1);
    else if (pair.relation !== 'slip' && pair.relation !== 'read' && pair.relation !== 'damaged')
      add(evidence, pair.relation, 1);
  }
  if (!rareShared) evidence.noRareWordShared = 1;
}

function gatherSlips(evidence: Evidence, pair: AlignedPair, share: number): void {
  const written = (tokens: readonly Token[]) =>
    tokens.length === 1 ? (tokens[0]?.text ?? '') : tokens.map(({ text }) => text).join('');
  const [a, b] = [written(pair.a), written(pair.b)];
  add(evidence, 'slipShare', share);
  add(evidence, 'slipDensity', pair.slips / Math.max(a.length, b.length));
  if (a.at(-1) !== b.at(-1)) add(evidence, 'lastLetterSlip', 1);
  if (pair.slips > 1) add(evidence, 'repeatedSlip', 1);
  else if (isFingerSlip(a, b)) add(evidence, 'fingerSlip', 1);
  if (a[0] !== b[0]) add(evidence, 'firstLetterSlip', 1);
}

/** Two letters exchanged, or one doubled. */
function isFingerSlip(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.length === long.length) return short[at] === long[at + 1] && short[at + 1] === long[at];
  return long[at] === long[at - 1] || long[at] === long[at + 1];
}

function add(evidence: Evidence, name: EvidenceName, amount: number): void {
  evidence[name] = (evidence[name] ?? 0) + amount;
}

function isRare(token: Token): boolean {
  return token.weight >= RARE;
}

/** Written out, since a code may mean something else. */
function isPlace({ kind, written }: Token): boolean {
  return kind === 'place' && written !== undefined;
}

function weigh(tokens: readonly Token[]): number {
  let sum = 0;
  for (const token of tokens) sum += token.weight;
  return sum;
}

function totalWeight(name: ParsedName): number {
  return Math.max(weigh(name.tokens), TELLING / 2);
}

/** Dice's coefficient of the letter pairs. */
function lettersShared(a: readonly Token[], b: readonly Token[]): number {
  const [lettersA, lettersB] = [letters(a), letters(b)];
  if (lettersA === lettersB) return 1;
  const pairs = lettersA.length + lettersB.length - 2;
  if (lettersA.length < 2 || lettersB.length < 2) return 0;
  const counts = new Map<number, number>();
  for (let at = 1; at < lettersA.length; at++) {
    const pair = letterPair(lettersA, at);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  let shared = 0;
  for (let at = 1; at < lettersB.length; at++) {
    const pair = letterPair(lettersB, at);
    const count = counts.get(pair) ?? 0;
    if (count === 0) continue;
    shared++;
    counts.set(pair, count - 1);
  }
  return (2 * shared) / pairs;
}

function letters(tokens: readonly Token[]): string {
  let joined = '';
  for (const token of tokens) joined += token.text;
  return joined;
}

function letterPair(text: string, at: number): number {
  return (text.charCodeAt(at - 1) << 8) | text.charCodeAt(at);
}
