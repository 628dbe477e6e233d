import { describe, expect, it } from '@jest/globals';
import { AppError } from '../../../src/core/errors.js';
import { Jurisdictions } from '../../../src/core/registries/jurisdictions.js';
import type { JurisdictionSwitches, Registries } from '../../../src/core/registries/ports.js';

const everyRegister = { unavailableReason: () => undefined, offer: () => ({}) } as unknown as Registries;
const nothingOff = { off: new Set() } as unknown as JurisdictionSwitches;
const jurisdictions = new Jurisdictions(everyRegister, nothingOff);

function suggestionsFor(code: string): unknown {
  try {
    jurisdictions.require(code);
  } catch (error) {
    if (error instanceof AppError) return error.details?.['suggestions'];
  }
  throw new Error(`${code} is supported`);
}

describe('a code that is not supported', () => {
  it.each([
    ['CO', ['us-co']],
    ['co', ['us-co']],
    ['US-CO', ['us-co']],
    ['us_co', ['us-co']],
    [' Colorado ', ['us-co']],
    ['colorad', ['us-co']],
    ['England and Wales', ['gb-eaw']],
    ['gb-ea', ['gb-eaw']],
    ['us-cx', ['us-co', 'us-ct', 'us-tx']],
  ])('%s is taken for %j', (code, expected) => {
    expect(suggestionsFor(code)).toEqual(expected);
  });

  it.each([
    ['us-ca', /^us-/],
    ['us-wy', /^us-/],
    ['us-zz', /^us-/],
    ['gb-xyz', /^gb-/],
    ['ca-on', /^ca-bc$/],
  ])('%s suggests codes of its country first', (code, first) => {
    const suggested = suggestionsFor(code) as string[];
    expect(suggested[0]).toMatch(first);
    expect(suggested.length).toBeLessThanOrEqual(3);
  });

  it.each(['de-be', 'x'.repeat(10_000), ''])('%.20s suggests one to three codes all the same', (code) => {
    const suggested = suggestionsFor(code) as string[];
    expect(suggested.length).toBeGreaterThanOrEqual(1);
    expect(suggested.length).toBeLessThanOrEqual(3);
  });
});
