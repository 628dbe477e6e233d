import { bestWay, type Way } from './best-way.js';
import { calibrate } from './calibration.js';
import { explain } from './explain.js';
import type { NormalisedName } from '../parsing/normalise.js';
import { relateNumbers } from '../parsing/numbers.js';

export interface Comparison {
  /** Integer, 0 to 100. */
  confidence: number;
  method: 'exact' | 'normalised' | 'fuzzy';
  /** What was found alike and different, and the rules that fired, for people; never empty. */
  explanation: string[];
}

const IDENTICAL = 100;
/** The same letters; only case, punctuation, spacing and accents differ. */
const SAME_LETTERS = 99;
/** The same name with another spelling of the legal form, or of "and". */
const SAME_NAME = 98;
const MAX_FUZZY = 97;

/** Compares the name asked for with an official one; both directions give the same confidence. */
export function compareNames(asked: NormalisedName, official: NormalisedName): Comparison {
  if (asked.raw === '' || official.raw === '')
    return { confidence: 0, method: 'fuzzy', explanation: ['a name is missing'] };
  if (asked.raw === official.raw)
    return { confidence: IDENTICAL, method: 'exact', explanation: ['the names are identical'] };
  if (asked.key === official.key) {
    const sameLetters = asked.letters === official.letters;
    const explanation = sameLetters ? 'the same name, written differently' : 'the same name in another spelling';
    return { confidence: sameLetters ? SAME_LETTERS : SAME_NAME, method: 'normalised', explanation: [explanation] };
  }
  if (sameLettersApart(asked, official)) {
    return { confidence: MAX_FUZZY, method: 'fuzzy', explanation: ['the same letters, split into words differently'] };
  }
  const way = bestWay(asked, official);
  return { confidence: confidenceOf(way, asked), method: 'fuzzy', explanation: explain(asked, official, way) };
}

/**
 * `FUTURE MOBILEA ND HOMES`: nothing but a blank in the wrong place, though it hides a word that is
 * read specially.
 */
function sameLettersApart(asked: NormalisedName, official: NormalisedName): boolean {
  return (
    asked.letters !== '' &&
    asked.letters === official.letters &&
    relateNumbers(asked.numbers, official.numbers) !== 'conflict'
  );
}

function confidenceOf({ score, rules }: Way, { weighedBy }: NormalisedName): number {
  const caps = rules.map(({ cap }) => cap);
  return Math.round(Math.min(calibrate(score, weighedBy), MAX_FUZZY, ...caps));
}
