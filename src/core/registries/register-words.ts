/** Frequency of a word in names; words in no other band are `rare`. */
export type WordBand = 'filler' | 'very_common' | 'common' | 'known' | 'rare';

/** Frequent words in the names of one register; every other word is rare there. */
export type RegisterWords = ReadonlyMap<string, WordBand>;
