export type TokenKind = 'word' | 'number' | 'letter' | 'place';

/** What a token may mean beside what it says. */
export interface Reading {
  text: string;
  kind: TokenKind;
  /** Why it need not be meant; names that agree by it alone go to review. */
  doubt: string;
  /** It is a number in one language or position only, so that it rather is none. */
  isPossible?: true;
}

/** One unit of meaning of a name, in the spelling used for comparison. */
export interface Token {
  text: string;
  /**
   * The spelling in the name, when it is another than `text`: an abbreviation, a place written out,
   * a number in words.
   */
  written?: string;
  /** The same word otherwise: with `UE` for `Ü`, or what else an abbreviation stands for. */
  also?: readonly string[];
  /** What it may mean besides. */
  readings?: readonly Reading[];
  kind: TokenKind;
  /** A word that is usual in business names. */
  usual: boolean;
  /** How much the token identifies the business, from 0 (not at all) to 1 (a rare word). */
  weight: number;
}
