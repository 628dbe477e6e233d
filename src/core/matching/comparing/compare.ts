import { bestWay, type Way } from './best-way.js';
import { calibrate } from './calibration.js';
import { explain } from './explain.js';
import type { NormalisedName } from '../parsing/normalise.js';
import { NEAR } from './rules.js';

export interface Comparison {
  /** Integer, 0 to 100. */
  confidence: number;
  method: 'exact' | 'normalised' | 'fuzzy';
  /** Similarities, differences and applied rules, for people; never empty. */
  explanation: string[];
  /**
   * The maximum confidence a rule allows, whatever else is known of the business; 100 without one.
   */
  cap: number;
}

const IDENTICAL = 100;
/** The same letters: only case, punctuation, spacing and accents differ. */
const SAME_LETTERS = 99;
/** The same name with another spelling of the legal form or of "and". */
const SAME_NAME = 98;
const MAX_FUZZY = 97;
const NO_CAP = 100;

/** Compares the requested name with an official one. The confidence is symmetric. */
export function compareNames(asked: NormalisedName, official: NormalisedName): Comparison {
  if (asked.raw === '' || official.raw === '')
    return { confidence: 0, method: 'fuzzy', explanation: ['a name is missing'], cap: 0 };
  if (asked.raw === official.raw)
    return { confidence: IDENTICAL, method: 'exact', explanation: ['the names are identical'], cap: NO_CAP };
  if (asked.key === official.key) {
    const sameLetters = asked.letters === official.letters;
    const explanation = sameLetters ? 'the same name, written differently' : 'the same name in another spelling';
    const confidence = sameLetters ? SAME_LETTERS : SAME_NAME;
    return { confidence, method: 'normalised', explanation: [explanation], cap: NO_CAP };
  }
  if (sameLettersApart(asked, official)) {
    const explanation = ['the same letters, split into words differently'];
    return { confidence: MAX_FUZZY, method: 'fuzzy', explanation, cap: NO_CAP };
  }
  const way = bestWay(asked, official);
  const confidence = confidenceOf(way, asked);
  return {
    confidence,
    method: 'fuzzy',
    explanation: explain(asked, official, way, confidence >= NEAR),
    cap: Math.min(
      NO_CAP,
      ...way.rules.filter(({ yieldsToEvidence }) => yieldsToEvidence !== true).map(({ cap }) => cap),
    ),
  };
}

/**
 * Only a blank is misplaced, even where it hides a word with a special reading: `FUTURE MOBILEA ND
 * HOMES`.
 */
function sameLettersApart(asked: NormalisedName, official: NormalisedName): boolean {
  if (asked.letters === '' || asked.letters !== official.letters) return false;
  const [one, other] = [asked.numbers, official.numbers];
  return one.length === 0 || other.length === 0 || one.join(' ') === other.join(' ');
}

function confidenceOf({ score, rules }: Way, { weighedBy }: NormalisedName): number {
  const caps = rules.map(({ cap }) => cap);
  return Math.round(Math.min(calibrate(score, weighedBy), MAX_FUZZY, ...caps));
}
