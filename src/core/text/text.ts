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
 * differ. Those above U+FFFF are listed apart: patterns in documents cannot name them in a way that
 * all languages read.
 */
export const UNSEEN = String.raw`\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF0-\uFFFB`;
const UNSEEN_ABOVE = String.raw`\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E001F}\u{E0080}-\u{E00FF}\u{E01F0}-\u{E0FFF}`;
/** Scripts whose letters joiners join and separate. */
const JOINING = ['Arab', 'Syrc', 'Nkoo', 'Mong', 'Adlm', 'Rohg', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu']
  .concat(['Knda', 'Mlym', 'Sinh', 'Mymr', 'Khmr', 'Tibt'])
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join('');
const PICTURE = String.raw`\p{Extended_Pictographic}`;
/**
 * Characters that have an effect only after certain others: joiners in some scripts and in emoji,
 * variation selectors after emoji, ideographs and Mongolian letters, tags after a black flag.
 * Elsewhere they are invisible and could carry a text that only programs read.
 */
const OUT_OF_PLACE = [
  String.raw`[\u200C\u200D](?<![${JOINING}].)(?<!(?:${PICTURE}|\p{Emoji_Modifier}|\uFE0F)\u200D(?=${PICTURE}))`,
  String.raw`[\uFE0E\uFE0F](?<!${PICTURE}.)(?<![#*\d]\uFE0F(?=\u20E3))`,
  String.raw`[\uFE00-\uFE0D\u{E0100}-\u{E01EF}](?<!\p{Ideographic}.)`,
  // Selectors are Mongolian themselves: one must not keep the next in place.
  String.raw`[\u180B-\u180D\u180F](?<!(?![\u180B-\u180F])\p{Script=Mongolian}.)`,
  String.raw`[\u{E0020}-\u{E007F}](?<!\u{1F3F4}[\u{E0020}-\u{E007E}]{0,5}.)`,
];
const INVISIBLE = [`[${UNSEEN}${UNSEEN_ABOVE}]`, ...OUT_OF_PLACE].join('|');
const SOME_INVISIBLE = new RegExp(INVISIBLE, 'u');
const EVERY_INVISIBLE = new RegExp(INVISIBLE, 'gu');
const PLAIN = /^[\x20-\x7e]*$/;
const LINE_ENDS = /[\u2028\u2029]/g;

/** Returns whether people can read the text as it is stored: nothing in it is invisible. */
export function isReadable(value: string): boolean {
  return PLAIN.test(value) || (isText(value) && !SOME_INVISIBLE.test(value));
}

export const READABLE_RULE = 'not contain control characters or direction marks';

/** Removes what is invisible; joiners and the like stay where they have an effect. */
function visibleText(text: string): string {
  if (PLAIN.test(text)) return text;
  let visible = text.replaceAll(LINE_ENDS, ' ');
  // A removed character may leave the next one out of place, and that one no other: few passes.
  while (SOME_INVISIBLE.test(visible)) visible = visible.replaceAll(EVERY_INVISIBLE, '');
  return visible;
}

/** Trims a text that is compared. What nobody sees in it must not decide. */
export function comparedText(text: string): string {
  return trimText(visibleText(text));
}

/** Trims a text of several lines. Browsers send CRLF. */
export function textOfLines(text: string): string {
  return trimText(text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' '));
}

/** Returns whether people can read the lines as they are stored. */
export function areReadable(lines: string): boolean {
  return isReadable(lines.replaceAll('\n', ' '));
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

/** Returns whether nothing in the text is visible. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}
