import { decodeHTMLStrict } from 'entities';

const PLAIN = /^[\x20-\x7e]*$/;
const ENTITY = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/i;
/** Trade mark signs in ASCII. */
const BRACKETED = /\((?:TM|R|C|SM)\)(?=\s|[,;]|$)/gi;
const MARKS = /[™®©℠]/g;
/** After a non-ASCII letter, a mark may be half of a wrongly decoded one: `CafÃ©`. */
const CERTAIN_MARKS = /(?<![^\x20-\x7e])[™®©℠]/g;
/** Emoji and their joiners. */
const PICTURES =
  /(?![#*\d™®©])(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u{FE0F}|\u{200D}|\u{20E3})/gu;
/** Degree and ordinal signs typed as a number sign on French and Italian keyboards. */
const NUMBER_SIGN = /\b(?:N|NR|NO)[°º˚](?=\s?\d)/giu;
/** `360°`, `Sixty°`. */
const DEGREES = /(?<=[a-z\d])\s?[°˚]|(?<=\d)\s?º/giu;

/** Windows-1252 characters from 0x80 on, where Latin-1 has control characters. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Repairs a name: decodes HTML entities, restores UTF-8 read as Windows-1252 if the whole text can
 * be, and removes trade marks and emoji. Idempotent.
 */
export function repair(text: string): string {
  if (PLAIN.test(text) && !ENTITY.test(text) && text.search(BRACKETED) < 0) return text;
  // Removing characters may make the rest decodable, so repeat until nothing changes.
  let repaired = text;
  for (let next = once(text); next !== repaired; next = once(next)) repaired = next;
  return repaired;
}

function once(text: string): string {
  const plain = unescaped(text)
    .replace(NUMBER_SIGN, 'No. ')
    .replace(DEGREES, ' ')
    .replace(BRACKETED, ' ')
    .replace(PICTURES, ' ');
  const bare = unmistaken(plain.replace(CERTAIN_MARKS, ' ')).replace(MARKS, ' ');
  return /[\p{L}\p{N}]/u.test(bare) ? bare : picturesAsWords(unescaped(text));
}

/** Replaces each picture by a word of its own: `U1F355`. Variants and joiners are nothing. */
export function picturesAsWords(text: string): string {
  return text.replace(PICTURES, (picture) => {
    const point = picture.codePointAt(0) ?? 0;
    const isVariant = /^(?:\p{Emoji_Modifier}|\u{FE0F}|\u{200D}|\u{20E3})$/u.test(picture);
    return isVariant ? '' : ` U${point.toString(16).toUpperCase()} `;
  });
}

/** Entities may be nested. Each one is longer than its replacement, so the loop ends. */
function unescaped(text: string): string {
  let decoded = text;
  while (ENTITY.test(decoded)) {
    const next = decodeHTMLStrict(decoded);
    if (next === decoded) break;
    decoded = next;
  }
  return decoded;
}

/** Decodes `ZÃ¼rich` to Zürich, repeatedly if it was encoded several times. */
function unmistaken(text: string): string {
  let read = text;
  for (let next = onceRead(read); next !== undefined; next = onceRead(read)) read = next;
  return read;
}

/**
 * Returns the text of others on one line and without control characters, which a terminal would
 * obey. Those above 0x7F are letters that were decoded wrongly, if the whole text shows it.
 */
export function printedText(text: string): string {
  const read = /[\u0080-\u009F]/.test(text) ? unmistaken(text) : text;
  const letters = read.replace(/[\u0080-\u009F]/g, (control) => WINDOWS[control.charCodeAt(0) - 0x80] ?? ' ');
  return letters.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

function onceRead(text: string): string | undefined {
  if (PLAIN.test(text)) return undefined;
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    const byte = letter < 0x100 ? letter : WINDOWS.indexOf(text[at]!) + 0x80;
    if (byte < 0x80 && letter > 0x7f) return undefined;
    bytes[at] = byte;
  }
  try {
    const read = utf8.decode(bytes);
    return read.length < text.length ? read : undefined;
  } catch {
    return undefined;
  }
}
