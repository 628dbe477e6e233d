type Reader = (typed: string) => string | undefined;

/** How a register writes the numbers of its records. */
export interface NumberRule {
  /** What a number of this register is, for the caller whose number is none. */
  form: string;
  /**
   * The number in the register's own form; `undefined` for what cannot be one. Gets the text in
   * upper case with plain blanks and hyphens, and drops only separators of that form.
   */
  read: Reader;
}

/**
 * Numbers of digits alone, filled up with zeros where the register writes all of its numbers in one
 * width.
 */
export function digitsOnly(form: string, pattern: RegExp, width = 0): NumberRule {
  return {
    form,
    read: (typed) => (pattern.test(typed) ? typed.replace('-', '').padStart(width, '0') : undefined),
  };
}

/** What the pattern's group found, without its separators. */
export function digitsIn(pattern: RegExp, typed: string): string | undefined {
  return pattern.exec(typed)?.[1]?.replaceAll(/[ .-]/g, '');
}

/** The letters that the pattern finds first, then its digits with zeros in front of them. */
export function filled(pattern: RegExp, width: number, typed: string): string | undefined {
  const [, letters, digits = ''] = pattern.exec(typed) ?? [];
  return letters === undefined ? undefined : letters + digits.padStart(width, '0');
}

/**
 * Whether the digit behind the weighted ones is 11 minus their sum modulo 11, where 11 is written 0
 * and 10 is never issued.
 */
export function endsInModulo11(digits: string, weights: readonly number[]): boolean {
  const check = (11 - (weighted(digits, weights) % 11)) % 11;
  return check === Number(digits[weights.length]);
}

export function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0);
}
