/**
 * Whether a name, or any text that somebody gave, can be stored and shown by any system: no control
 * characters, no half surrogate pairs.
 */
export function isText(value: string): boolean {
  return value.isWellFormed() && !/\p{Cc}/u.test(value);
}

/** The rule that a damaged name breaks, for messages. */
export const LETTERS_LOST = 'hold all of its letters: \\uFFFD and ?? stand for lost ones';

/** Damage that no reading repairs: letters of a name are lost. */
export function isDamaged(name: string): boolean {
  return /\uFFFD|(?<=\p{L})\?\?|\?\?(?=\p{L})/u.test(name);
}

/**
 * Hangul fillers, soft hyphens, joiners and blank braille are letters or signs to Unicode, and
 * nothing to a reader.
 */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/u;

/** Without the blanks at its ends; empty where nothing of it can be seen. */
export function trimText(text: string): string {
  return VISIBLE.test(text) ? text.trim() : '';
}
