import { fold } from './fold.js';

/**
 * Returns whether any system can store and display the text: no control characters, no lone
 * surrogates.
 */
export function isText(value: string): boolean {
  return value.isWellFormed() && !/\p{Cc}/u.test(value);
}

/**
 * Invisible characters that reorder the text around them, break its line, or make two equal texts
 * differ. The joiners and the tags of flags are part of some scripts and emoji.
 */
export const UNSEEN = String.raw`\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF0-\uFFFB`;
const SOME_UNSEEN = new RegExp(`[${UNSEEN}]`, 'u');
const EVERY_UNSEEN = new RegExp(`[${UNSEEN}]`, 'gu');
const LINE_ENDS = /[\u2028\u2029]/g;

/** Returns whether people can read the text as it is stored: nothing in it is invisible. */
export function isReadable(value: string): boolean {
  return isText(value) && !SOME_UNSEEN.test(value);
}

export const READABLE_RULE = 'not contain control characters or direction marks';

/** Trims a text that is compared. What nobody sees in it must not decide. */
export function comparedText(text: string): string {
  return trimText(text.replaceAll(LINE_ENDS, ' ').replaceAll(EVERY_UNSEEN, ''));
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

export const NOTHING_TO_COMPARE = 'have a letter, a digit or a picture: signs alone name no business';

const PLAIN_LETTER = /[a-z0-9]/i;

/** Returns whether anything of a name is left to search for and to compare. `The` and `LLC` are. */
export function isComparable(name: string): boolean {
  // An entity such as `&nbsp;` has letters and stands for a sign.
  return (PLAIN_LETTER.test(name) && !name.includes('&')) || /[A-Z0-9]/.test(fold(name));
}

/** Explains after "must" why a name cannot be asked for; `undefined` if it can. */
export function nameFault(name: string): string | undefined {
  if (isDamaged(name)) return LETTERS_LOST;
  return isComparable(name) ? undefined : NOTHING_TO_COMPARE;
}
