/** One line of RFC 4180 CSV. */
export function csvLine(fields: readonly (string | number)[]): string {
  return `${fields.map((field) => quoted(String(field))).join(',')}\r\n`;
}

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** Text that somebody else wrote, so that no spreadsheet takes it for a formula. */
export function inertText(text: string): string {
  return /^[=+\-@\t\r\0]/.test(text) ? `'${text}` : text;
}
