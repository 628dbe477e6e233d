import { MAX_ADDRESS_LENGTH } from '../../limits.js';
import { meantField } from '../../text/meant-field.js';
import { comparedText, isText } from '../../text/text.js';
import type { GivenAddress } from './parse-address.js';

export const ADDRESS_PARTS = {
  street: 'street',
  city: 'city',
  region: 'region',
  postal_code: 'postalCode',
  country: 'country',
} as const;

const PART_NAMES = Object.keys(ADDRESS_PARTS);

/** Returns what `readAddress` reads as this address. */
export function addressCell(address: GivenAddress): unknown {
  if (typeof address === 'string') return address;
  return Object.fromEntries(Object.entries(ADDRESS_PARTS).map(([name, part]) => [name, address[part] ?? null]));
}

/** The rule of an address, to follow "must". */
const ADDRESS_RULE = `be a text of 1 to ${MAX_ADDRESS_LENGTH} characters, or an object of some of ${PART_NAMES.join(', ')}`;

type AddressRead = { address: GivenAddress } | { fault: string };

/**
 * Reads a caller's address: one text, or an object of some of its parts, none blank; null is a part
 * not given, and a line break a comma. Returns `undefined` for anything else.
 */
export function readAddress(given: unknown): GivenAddress | undefined {
  const read = tryAddress(given);
  return 'address' in read ? read.address : undefined;
}

/** Explains after "must" what is wrong with an address, and with which part of it. */
export function addressFault(given: unknown): string {
  const read = tryAddress(given);
  return 'fault' in read && read.fault !== '' ? `${ADDRESS_RULE}: ${read.fault}` : ADDRESS_RULE;
}

function tryAddress(given: unknown): AddressRead {
  if (typeof given === 'string') {
    const fault = faultOf('it', given);
    return fault === undefined ? { address: onOneLine(given) } : { fault };
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { fault: '' };
  const parts = Object.entries(given).filter(([name, value]) => value !== null || !isPartName(name));
  const address: Exclude<GivenAddress, string> = {};
  for (const [name, value] of parts) {
    if (!isPartName(name)) return { fault: noPart(name) };
    const fault = faultOf(name, value);
    if (fault !== undefined || typeof value !== 'string') return { fault: fault ?? '' };
    address[ADDRESS_PARTS[name]] = onOneLine(value);
  }
  return parts.length > 0 ? { address } : { fault: 'it has no part' };
}

function noPart(name: string): string {
  const meant = meantField(name, PART_NAMES);
  return `"${shortened(name)}" is none of them${meant === undefined ? '' : ` (did you mean ${meant}?)`}`;
}

function faultOf(part: string, value: unknown): string | undefined {
  if (typeof value !== 'string') return `${part} is no text`;
  if (comparedText(value) === '') return `${part} is blank`;
  if ([...value.trim()].length > MAX_ADDRESS_LENGTH) return `${part} is longer`;
  return isTextOfLines(value) ? undefined : `${part} has control characters`;
}

const LINE_BREAKS = /[\r\n\v\f\u0085\u2028\u2029]+/;

/** Returns whether a text has no control characters but tabs and line breaks. */
export function isTextOfLines(text: string): boolean {
  return isText(text.split(LINE_BREAKS).join(' ').replaceAll('\t', ' '));
}

function onOneLine(text: string): string {
  const lines = text.replaceAll('\t', ' ').split(LINE_BREAKS);
  return lines
    .map((line) => comparedText(line).replace(/,$/, ''))
    .filter((line) => line !== '')
    .join(', ');
}

const MAX_SHOWN = 30;

function shortened(name: string): string {
  const letters = [...name.replaceAll(/\p{Cc}/gu, ' ')];
  return letters.length > MAX_SHOWN ? `${letters.slice(0, MAX_SHOWN).join('')}…` : letters.join('');
}

function isPartName(name: string): name is keyof typeof ADDRESS_PARTS {
  return Object.hasOwn(ADDRESS_PARTS, name);
}
