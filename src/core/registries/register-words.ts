/** How common a word is in names; words of no other band are `rare`. */
export type WordBand = 'filler' | 'very_common' | 'common' | 'known' | 'rare';

/**
 * The words that are often met in the names of one register, and how often; every other word is
 * rare there.
 */
export type RegisterWords = ReadonlyMap<string, WordBand>;
