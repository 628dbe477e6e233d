/** The maximum length of a name. */
export const LENGTH = 300;

export const repeated = (text: string) => text.repeat(Math.ceil(LENGTH / text.length)).slice(0, LENGTH);
/** Names designed to be slow, each of the maximum length. */
export const HOSTILE = Object.fromEntries(
  Object.entries({
    'a ligature of four words': '㍿',
    'the longest ligature': '﷽',
    emoji: '👩‍👩‍👧‍👦',
    'combining marks': 'A\u0301\u0302\u0303\u0304\u0305',
    'marks alone': '\u0301',
    'right to left': 'شركة ',
    overrides: '\u202eABC\u202c',
    NUL: 'A\0',
    'lone surrogates': '\ud83d',
    'other lone surrogates': 'A\udc00',
    blanks: '\u3000',
    'single letters': 'A ',
    'dotted initials': 'A.',
    digits: '1 ',
    ampersands: '& ',
    brackets: '(',
    'second names': ' D/B/A',
    'legal forms': 'INC X ',
    'limited run together': 'ABCLIMITED',
    'words of one letter more': 'aaa aaaa aaaaa ',
    'number words': 'Twenty One ',
    thousands: '1,000',
  }).map(([what, text]) => [what, repeated(text)]),
);
