/** The default time zone. */
export const UTC = 'UTC';

export const TIME_ZONES: readonly string[] = [...new Set([UTC, ...Intl.supportedValuesOf('timeZone')])];

/** The only format: `9 Mar 2030, 14:05`, and the zone unless its table states it. */
const SHOWN: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
};
const WITH_ZONE: Intl.DateTimeFormatOptions = { ...SHOWN, timeZoneName: 'short' };

const formats = { bare: new Map<string, Intl.DateTimeFormat>(), named: new Map<string, Intl.DateTimeFormat>() };

/** Returns the time zone's canonical name; `undefined` if it does not exist. */
export function readTimeZone(text: string | undefined): string | undefined {
  if (!text) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

export function inTimeZone(moment: Date, timeZone: string, isZoneStated = false): string {
  const [cache, options] = isZoneStated ? [formats.bare, SHOWN] : [formats.named, WITH_ZONE];
  const known = cache.get(timeZone);
  const format = known ?? new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
  if (!known) cache.set(timeZone, format);
  return format.format(moment);
}
