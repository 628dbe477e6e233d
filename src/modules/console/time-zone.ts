/** In which times are shown to somebody who has chosen nothing. */
export const UTC = 'UTC';

/** Those that a person may choose. */
export const TIME_ZONES: readonly string[] = [...new Set([UTC, ...Intl.supportedValuesOf('timeZone')])];

/** One format everywhere: `9 Mar 2030, 14:05 UTC`. */
const SHOWN: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** The name of a time zone as it is spelt; `undefined` when there is none of this name. */
export function readTimeZone(text: string | undefined): string | undefined {
  if (!text) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** A moment as the clocks of a time zone show it. */
export function inTimeZone(moment: Date, timeZone: string): string {
  const known = formats.get(timeZone);
  const format = known ?? new Intl.DateTimeFormat('en-GB', { ...SHOWN, timeZone });
  if (!known) formats.set(timeZone, format);
  return format.format(moment);
}
