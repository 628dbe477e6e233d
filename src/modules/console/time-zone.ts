/** In which time is always shown, beside that of a person. */
export const UTC = 'UTC';

/** Those that a person may choose. */
export const TIME_ZONES: readonly string[] = [...new Set([UTC, ...Intl.supportedValuesOf('timeZone')])];

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
  const format = known ?? new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  if (!known) formats.set(timeZone, format);
  return format.format(moment);
}
