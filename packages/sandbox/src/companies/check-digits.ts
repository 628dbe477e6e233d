/**
 * Numbers of sandbox companies have valid check digits, in series that the registers have never
 * issued: validators accept them, and they never match a real company.
 */

/**
 * Returns the first prefix that has a modulo 11 check digit, with that digit. Registers skip
 * numbers whose digit would be 10.
 */
export function withModulo11(beginnings: readonly string[], weights: readonly number[]): string {
  for (const beginning of beginnings) {
    const check = (11 - (weighted(beginning, weights) % 11)) % 11;
    if (check < 10) return `${beginning}${check}`;
  }
  throw new Error(`no check digit for any of ${beginnings.join(', ')}`);
}

/** IČO: modulo 11, with 10 written as 0 and 11 as 1. */
export function withCzechCheckDigit(beginning: string): string {
  return `${beginning}${(11 - (weighted(beginning, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10}`;
}

/** Registrikood: modulo 11, of other weights where the first ones leave 10. */
export function withEstonianCheckDigit(beginning: string): string {
  const first = weighted(beginning, [1, 2, 3, 4, 5, 6, 7]) % 11;
  return `${beginning}${first < 10 ? first : (weighted(beginning, [3, 4, 5, 6, 7, 8, 9]) % 11) % 10}`;
}

/** SIREN: from the right, without the check digit, every second digit counts double. */
export function withLuhn(beginning: string): string {
  const sum = [...beginning].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${beginning}${(10 - (sum % 10)) % 10}`;
}

/** The six digits that distinguish the sandbox's companies within one register. */
export function sixDigits(serial: number): string {
  return String(serial % 1_000_000).padStart(6, '0');
}

function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0);
}
