const DAY = /^\d{4}-\d\d-\d\d$/;

/** Whether the text is a day of the calendar: 30 February is none. */
export function isDay(text: string): boolean {
  const time = DAY.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
