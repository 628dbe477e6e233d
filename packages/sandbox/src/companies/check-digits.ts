/**
 * The numbers of the sandbox's companies end in the check digits that their registers would give
 * them, in series that the registers have never issued: a program that checks a number takes them
 * for numbers, and nobody finds a real company by one.
 */

/**
 * The first of the beginnings that modulo 11 has a digit for, with that digit: where 10 would be
 * due, registers issue no number.
 */
export function withModulo11(beginnings: readonly string[], weights: readonly number[]): string {
  for (const beginning of beginnings) {
    const check = (11 - (weighted(beginning, weights) % 11)) % 11;
    if (check < 10) return `${beginning}${check}`;
  }
  throw new Error(`no check digit for any of ${beginnings.join(', ')}`);
}

/** As the IČO has it: modulo 11 with 10 written 0 and 11 written 1. */
export function withCzechCheckDigit(beginning: string): string {
  return `${beginning}${(11 - (weighted(beginning, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10}`;
}

/**
 * As the SIREN has it: every second digit from the right, the check digit left out, counts double.
 */
export function withLuhn(beginning: string): string {
  const sum = [...beginning].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${beginning}${(10 - (sum % 10)) % 10}`;
}

/** The six digits by which the sandbox tells the companies of one register apart. */
export function sixDigits(serial: number): string {
  return String(serial % 1_000_000).padStart(6, '0');
}

function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0);
}
