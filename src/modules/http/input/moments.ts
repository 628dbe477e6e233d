import { invalid } from '../../../core/invalid-request.js';
import { isDay } from './input.pipe.js';

const TIMESTAMP =
  /^(\d{4}-\d\d-\d\d)[Tt]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?([Zz]|[+-]([01]\d|2[0-3]):?[0-5]\d)$/;
const DAY_MS = 86_400_000;

/** Parses a day (its first moment, UTC) or a moment. Throws `VALIDATION_ERROR` for other text. */
export function firstMoment(field: string, given: string): Date {
  if (isDay(given)) return new Date(given);
  // In a query string, an unescaped plus of an offset is read as a blank.
  const text = given.replace(' ', '+').toUpperCase();
  const [, day] = TIMESTAMP.exec(text) ?? [];
  const moment = new Date(text);
  if (day !== undefined && isDay(day) && !Number.isNaN(moment.getTime())) return moment;
  throw invalid(field, 'must be a date such as 2026-01-31 or a timestamp such as 2026-01-31T12:00:00Z');
}

/** Parses a day (its last moment, UTC) or a moment. Throws `VALIDATION_ERROR` for other text. */
export function lastMoment(field: string, given: string): Date {
  return isDay(given) ? new Date(Date.parse(given) + DAY_MS - 1) : firstMoment(field, given);
}
