import { closest, distance } from 'fastest-levenshtein';

/** Longer names of fields are compared and shown by their beginning. */
export const MAX_FIELD_SHOWN = 60;

/** Other programs' names of fields that ours do not resemble. */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['entity_name', ['company', 'business', 'legal_name']],
  ['jurisdiction', ['state', 'country', 'region', 'register']],
  ['custom_id', ['reference', 'ref', 'external_id', 'customer_id']],
  ['postal_code', ['zip', 'zip_code', 'zipcode', 'postcode']],
  ['city', ['town', 'locality']],
  ['region', ['state', 'province', 'county']],
  ['street', ['line1', 'line_1', 'address1', 'address_line_1', 'street_address']],
  ['webhook_url', ['callback', 'callback_url']],
  ['every', ['interval', 'frequency', 'period', 'schedule', 'cadence']],
  ['on', ['changes', 'codes', 'events', 'notify_on']],
  ['max_credits_per_month', ['max_credits', 'budget', 'monthly_budget', 'monthly_limit']],
  ['by', ['days', 'hours', 'duration', 'advance', 'advance_by']],
]);

/** Ends the sentence that a field is unknown: with the known one that may be meant, if any. */
export function endWithMeant(field: string, known: readonly string[]): string {
  const meant = meantField(field, known);
  return meant === undefined ? '.' : `; did you mean ${meant}?`;
}

export function meantField(field: string, known: readonly string[]): string | undefined {
  const synonym = known.find((name) => SYNONYMS.get(name)?.includes(field.toLowerCase()));
  if (synonym !== undefined || known.length === 0) return synonym;
  const near = partOf(field, known) ?? closest(field.slice(0, MAX_FIELD_SHOWN), known);
  return near.split('_').includes(field) || isNear(field, near) ? near : undefined;
}

/** Returns the only known field that contains this word: `entity_name` for `name`. */
function partOf(field: string, known: readonly string[]): string | undefined {
  const whole = known.filter((name) => name.split('_').includes(field));
  return whole.length === 1 ? whole[0] : undefined;
}

/** Same letters in a different order, or few different ones. */
function isNear(field: string, known: string): boolean {
  const longer = Math.max(field.length, known.length);
  if (longer > MAX_FIELD_SHOWN) return false;
  return lettersOf(field) === lettersOf(known) || distance(field, known) * 3 <= longer;
}

function lettersOf(word: string): string {
  return [...word].toSorted().join('');
}
