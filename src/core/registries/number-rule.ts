type Reader = (typed: string) => string | undefined;

export interface NumberRule {
  /** Description of a number of this register, for a caller who sent an invalid one. */
  form: string;
  /**
   * Returns the number in the register's own form; `undefined` for invalid text. The text is in
   * upper case with plain blanks and hyphens; only separators of that form may be dropped.
   */
  read: Reader;
}

/** Numbers of digits only, zero-padded where the register writes all numbers in one width. */
export function digitsOnly(form: string, pattern: RegExp, width = 0): NumberRule {
  return {
    form,
    read: (typed) => (pattern.test(typed) ? typed.replace('-', '').padStart(width, '0') : undefined),
  };
}

/** Returns the pattern's group, without separators. */
export function digitsIn(pattern: RegExp, typed: string): string | undefined {
  return pattern.exec(typed)?.[1]?.replaceAll(/[ .-]/g, '');
}

/** Returns the letters of the pattern's first group, then its digits, zero-padded. */
export function filled(pattern: RegExp, width: number, typed: string): string | undefined {
  const [, letters, digits = ''] = pattern.exec(typed) ?? [];
  return letters === undefined ? undefined : letters + digits.padStart(width, '0');
}

/**
 * Checks that the digit after the weighted ones is 11 minus their sum modulo 11, where 11 is
 * written 0 and 10 is never issued.
 */
export function endsInModulo11(digits: string, weights: readonly number[]): boolean {
  const check = (11 - (weighted(digits, weights) % 11)) % 11;
  return check === Number(digits[weights.length]);
}

/** An IČO: eight digits, the last of them a check digit, where 10 is written 0 and 11 is 1. */
export function endsAsIco(digits: string): boolean {
  const check = (11 - (weighted(digits, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10;
  return check === Number(digits[7]);
}

export function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0);
}
