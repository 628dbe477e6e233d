import { AppError } from '../../src/core/errors.js';
import { Jurisdictions } from '../../src/core/registries/jurisdictions.js';
import type { JurisdictionSwitches, Registries } from '../../src/core/registries/ports.js';

const everyRegister = { unavailableReason: () => undefined, offer: () => ({}) } as unknown as Registries;
const nothingOff = { off: new Set() } as unknown as JurisdictionSwitches;
const jurisdictions = new Jurisdictions(everyRegister, nothingOff);

function detailsOf(work: () => unknown): Readonly<Record<string, unknown>> | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error.details;
  }
  throw new Error('nothing was refused');
}

const suggestionsFor = (code: string) => detailsOf(() => jurisdictions.require(code))?.['suggestions'];

describe('an unsupported code', () => {
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
  ])('suggests for %s the codes %j', (code, expected) => {
    expect(suggestionsFor(code)).toEqual(expected);
  });

  it.each([
    ['us-ca', /^us-/],
    ['us-wy', /^us-/],
    ['us-zz', /^us-/],
    ['gb-xyz', /^gb-/],
    ['ca-on', /^ca-bc$/],
  ])('suggests for %s codes of its country first', (code, first) => {
    const suggested = suggestionsFor(code) as string[];
    expect(suggested[0]).toMatch(first);
    expect(suggested.length).toBeLessThanOrEqual(3);
  });

  it.each(['de-be', 'x'.repeat(10_000), ''])('suggests one to three codes for any other text: %.20s', (code) => {
    const suggested = suggestionsFor(code) as string[];
    expect(suggested.length).toBeGreaterThanOrEqual(1);
    expect(suggested.length).toBeLessThanOrEqual(3);
  });
});

describe('an error about several unsupported codes', () => {
  it('names each code, with the one most likely meant', () => {
    const refused = () => jurisdictions.requireKnown(['us-co', 'us-zz', 'NO-03', undefined, 'us_co', 'Scotland']);
    expect(refused).toThrow('"us-zz", "NO-03", "us_co", "Scotland" are not supported jurisdictions.');
    expect(detailsOf(refused)).toEqual({
      provided: 'us-zz, NO-03, us_co, Scotland',
      suggestions: expect.arrayContaining(['no-03', 'us-co', 'gb-sct']),
    });
  });
});
