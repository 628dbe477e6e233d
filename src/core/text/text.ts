/**
 * Returns whether any system can store and display the text: no control characters, no lone
 * surrogates.
 */
export function isText(value: string): boolean {
  return value.isWellFormed() && !/\p{Cc}/u.test(value);
}

export const LETTERS_LOST = 'hold all of its letters: \\uFFFD and ?? stand for lost ones';

/**
 * Returns whether a name has lost letters, which cannot be restored. At the end of a word `??` is
 * punctuation.
 */
export function isDamaged(name: string): boolean {
  return /\uFFFD|\?\?(?=\p{L})/u.test(name);
}

/**
 * Unicode classes Hangul fillers, soft hyphens, joiners and blank braille as letters or signs, but
 * they are invisible.
 */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/u;

/** Trims white space; returns an empty text if nothing is visible. */
export function trimText(text: string): string {
  return VISIBLE.test(text) ? text.trim() : '';
}
