/** Control characters, and marks that change the direction of what follows. */
const UNPRINTABLE = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/**
 * Replaces what a terminal would obey: texts of registers and of files from elsewhere may hold
 * escape sequences, or line ends that forge a line of ours.
 */
export function printable(line: string): string {
  return line.replaceAll(UNPRINTABLE, '\uFFFD');
}

/** Prints a line. */
export function print(line: string): void {
  process.stdout.write(`${printable(line)}\n`);
}

/** Prints a line on stderr. */
export function printError(line: string): void {
  process.stderr.write(`${printable(line)}\n`);
}

/** Prints JSON on one line; what is not printable is escaped, so that its value is unchanged. */
export function printJson(value: unknown): void {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  process.stdout.write(`${JSON.stringify(value).replaceAll(UNPRINTABLE, escaped)}\n`);
}
