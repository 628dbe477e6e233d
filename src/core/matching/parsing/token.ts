export type TokenKind = 'word' | 'number' | 'letter' | 'place';

/** Another possible meaning of a token. */
export interface Reading {
  text: string;
  kind: TokenKind;
  /** Why it may not be meant. Names that agree only by it go to review. */
  doubt: string;
  /** A number in one language or position only, so probably not meant. */
  isPossible?: true;
}

/** One unit of meaning of a name, in the spelling used for comparison. */
export interface Token {
  text: string;
  /**
   * The spelling in the name if it differs from `text`: an abbreviation, a place written out, a
   * number in words.
   */
  written?: string;
  /** Other spellings of the same word: `UE` for `Ü`, or further meanings of an abbreviation. */
  also?: readonly string[];
  readings?: readonly Reading[];
  kind: TokenKind;
  usual: boolean;
  /** Strength of the token in identifying the business, from 0 (none) to 1 (a rare word). */
  weight: number;
}
