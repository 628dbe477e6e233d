import { trimText } from '../../../core/matching/reading/normalise.js';

export function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? trimText(value) : value;
}

/** The number that a query says, as text. */
export function numberIn(value: unknown): unknown {
  if (typeof value !== 'string' || value.trim() === '') return value;
  return Number.isFinite(Number(value)) ? Number(value) : value;
}

/** What a query says of yes and no, as text. */
export function flagIn(value: unknown): unknown {
  if (value === 'true') return true;
  return value === 'false' ? false : value;
}
