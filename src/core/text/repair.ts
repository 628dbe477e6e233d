import { decodeHTMLStrict } from 'entities';

const PLAIN = /^[\x20-\x7e]*$/;
const ENTITY = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/i;
/** Marks that say how a name is protected, in ASCII. */
const BRACKETED = /\((?:TM|R|C|SM)\)(?=\s|[,;]|$)/gi;
const MARKS = /[™®©℠]/g;
/** Behind other letters a mark may be one half of a letter that was read wrong: `CafÃ©`. */
const CERTAIN_MARKS = /(?<![^\x20-\x7e])[™®©℠]/g;
/** Pictures, and what joins them. */
const PICTURES =
  /(?![#*\d™®©])(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u{FE0F}|\u{200D}|\u{20E3})/gu;
/** The degree and ordinal signs that French and Italian keyboards offer for a number sign. */
const NUMBER_SIGN = /\b(?:N|NR|NO)[°º˚](?=\s?\d)/giu;

/** What Windows-1252 has where Latin-1 has control characters, from 0x80 on. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * A name as it was meant: HTML entities decoded, UTF-8 that was read as Windows-1252 put right where
 * the whole of it can be, trade marks and pictures left out. Repairing twice changes nothing more.
 */
export function repair(text: string): string {
  if (PLAIN.test(text) && !ENTITY.test(text) && text.search(BRACKETED) < 0) return text;
  // What is left out may be all that kept the rest from being read.
  let repaired = text;
  for (let next = once(text); next !== repaired; next = once(next)) repaired = next;
  return repaired;
}

function once(text: string): string {
  const plain = unescaped(text).replace(NUMBER_SIGN, 'No. ').replace(BRACKETED, ' ').replace(PICTURES, ' ');
  const bare = unmistaken(plain.replace(CERTAIN_MARKS, ' ')).replace(MARKS, ' ');
  return /[\p{L}\p{N}]/u.test(bare) ? bare : unescaped(text);
}

/** An entity may hold another one; each is shorter than what it stood in, so there is an end. */
function unescaped(text: string): string {
  let decoded = text;
  while (ENTITY.test(decoded)) {
    const next = decodeHTMLStrict(decoded);
    if (next === decoded) break;
    decoded = next;
  }
  return decoded;
}

/** `ZÃ¼rich` for Zürich, as often as it happened. */
function unmistaken(text: string): string {
  let read = text;
  for (let next = onceRead(read); next !== undefined; next = onceRead(read)) read = next;
  return read;
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
