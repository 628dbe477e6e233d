import { MAX_ADDRESS_LENGTH } from '../../limits.js';
import { isText, trimText } from '../../text/text.js';
import type { GivenAddress } from './parse-address.js';

export const ADDRESS_PARTS = {
  street: 'street',
  city: 'city',
  region: 'region',
  postal_code: 'postalCode',
  country: 'country',
} as const;

/**
 * Reads a caller's address: one text, or an object of some of its parts, none blank; null is a part
 * not given. Returns `undefined` for anything else.
 */
export function readAddress(given: unknown): GivenAddress | undefined {
  if (typeof given === 'string') return isPart(given) ? trimText(given) : undefined;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  const parts = Object.entries(given).filter(([name, value]) => value !== null || !isPartName(name));
  const read: Exclude<GivenAddress, string> = {};
  for (const [name, value] of parts) {
    if (!isPartName(name) || !isPart(value)) return undefined;
    read[ADDRESS_PARTS[name]] = trimText(value);
  }
  return parts.length > 0 ? read : undefined;
}

function isPart(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const text = trimText(value);
  return text !== '' && [...text].length <= MAX_ADDRESS_LENGTH && isText(text);
}

function isPartName(name: string): name is keyof typeof ADDRESS_PARTS {
  return Object.hasOwn(ADDRESS_PARTS, name);
}
