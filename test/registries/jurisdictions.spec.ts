import { REGISTERS } from '../../src/registers/registers.js';
import { NEVER_PROBED } from '../support/fakes.js';
import { AppError } from '../../src/core/errors.js';
import { Jurisdictions } from '../../src/core/registries/jurisdictions.js';
import { suggestionFor, WHOLE_OFFER } from '../../src/modules/http/answers/suggestions.js';
import type { JurisdictionSwitches, Registries } from '../../src/core/registries/ports.js';

const codes = REGISTERS.inForce([]).facts.map(({ code }) => code);
const countries = ['gb', 'fr', 'no', 'cz', 'ch', 'fi'];
const answering = (inForce: string[]) =>
  ({ codes: inForce, unavailableReason: () => undefined, offer: () => ({}) }) as unknown as Registries;
const nothingOff = { off: new Set() } as unknown as JurisdictionSwitches;
const jurisdictions = new Jurisdictions(answering(codes), nothingOff, NEVER_PROBED);
const withCountries = new Jurisdictions(answering([...codes, ...countries]), nothingOff, NEVER_PROBED);

function detailsOf(work: () => unknown): Readonly<Record<string, unknown>> | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error.details;
  }
  throw new Error('nothing was refused');
}

function refusal(code: string, among = jurisdictions) {
  try {
    among.require(code);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, details } = error;
    return { message, details, suggestion: suggestionFor(error, WHOLE_OFFER) };
  }
  throw new Error('nothing was refused');
}

describe('an unsupported code', () => {
  it.each([
    ['CO', ['us-co']],
    ['co', ['us-co']],
    ['US-CO', ['us-co']],
    ['us_co', ['us-co']],
    [' Colorado ', ['us-co']],
    ['Colorado, US', ['us-co']],
    ['usa-co', ['us-co']],
    ['us-new-york', ['us-ny']],
    ['colorad', ['us-co']],
    ['England and Wales', ['gb-eaw']],
    ['england', ['gb-eaw']],
    ['Île-de-France', ['fr-idf']],
    ['gb-ea', ['gb-eaw']],
    ['us-cx', ['us-co', 'us-ct', 'us-tx']],
    ['uk', ['gb-eaw', 'gb-sct', 'gb-nir']],
    ['gb', ['gb-eaw', 'gb-sct', 'gb-nir']],
    ['UK-EAW', ['gb-eaw']],
    ['United Kingdom', ['gb-eaw', 'gb-sct', 'gb-nir']],
    ['us', ['us-co', 'us-ct', 'us-ny']],
    ['usa', ['us-co', 'us-ct', 'us-ny']],
    ['norway', ['no-03']],
    ['no', ['no-03']],
    ['fr', ['fr-idf']],
    ['ch', ['ch-zh']],
    ['ca', ['ca-bc']],
    ['us-zz', ['us-co', 'us-ct', 'us-ny']],
    ['gb-xyz', ['gb-eaw', 'gb-sct', 'gb-nir']],
  ])('suggests for %s the codes %j, in its suggestion too', (code, expected) => {
    const { details, suggestion } = refusal(code);
    expect(details?.['suggestions']).toEqual(expected);
    for (const each of expected)
      expect(suggestion).toMatch(new RegExp(`^Did you mean .*${each}.*\\? GET /v1/jurisdictions`));
  });

  it.each([
    ['us-de', 'Delaware'],
    ['us-ca', 'California'],
    ['Delaware, US', 'Delaware'],
    ['california', 'California'],
    ['ca-on', 'Ontario'],
    ['de', 'Germany'],
    ['de-be', 'Berlin'],
    ['de-zz', 'Germany'],
    ['Germany', 'Germany'],
    ['fr-ara', 'Auvergne-Rhône-Alpes'],
  ])('says for %s that %s is not covered, and suggests no other place', (code, place) => {
    const { message, details } = refusal(code);
    expect(message).toBe(`${place} ("${code}") is not covered.`);
    expect(details?.['suggestions']).toEqual([]);
  });

  it.each([
    ['GB-ENG', ['gb-eaw']],
    ['gb-wls', ['gb-eaw']],
    ['uk-eng', ['gb-eaw']],
    ['GB-SCT', ['gb-sct']],
    ['GB-NIR', ['gb-nir']],
    ['gb-gbn', ['gb-eaw', 'gb-sct', 'gb-nir']],
    ['gb-ukm', ['gb-eaw', 'gb-sct', 'gb-nir']],
    ['gb-crf', ['gb-eaw', 'gb-sct', 'gb-nir']],
    ['Cardiff', ['gb-eaw', 'gb-sct', 'gb-nir']],
    ['London', ['gb-eaw']],
    ['Paris', ['fr-idf']],
    ['FR-75C', ['fr-idf']],
    ['Paris, France', ['fr-idf']],
    ['Prague', ['cz-10']],
    ['Prague, CZ', ['cz-10']],
    ['Washington DC', ['us-dc']],
    ['Washington, D.C.', ['us-dc']],
  ])('suggests for %s, a part or a grouping of what is covered, the registers of it', (code, suggestions) => {
    const { message, details } = refusal(code);
    expect(message).not.toContain('is not covered');
    expect(new Set(details?.['suggestions'] as string[])).toEqual(new Set(suggestions));
  });

  it.each(['zz-zz', 'x'.repeat(10_000), '', '-', '🚀'])('suggests nothing for what is no place: %.20s', (code) => {
    const { message, details, suggestion } = refusal(code);
    expect(message).toContain('is not a supported jurisdiction.');
    expect(details?.['suggestions']).toEqual([]);
    expect(suggestion).toBe('GET /v1/jurisdictions lists the codes.');
  });
});

describe('an unsupported code with whole countries in force', () => {
  it.each([
    ['uk', ['gb', 'gb-eaw', 'gb-sct']],
    ['United Kingdom', ['gb']],
    ['Great Britain', ['gb', 'gb-eaw', 'gb-sct']],
    ['London', ['gb', 'gb-eaw']],
    ['gb-xyz', ['gb', 'gb-eaw', 'gb-sct']],
    ['France', ['fr']],
    ['fr-ara', ['fr']],
    ['FR-75C', ['fr', 'fr-idf']],
    ['Paris', ['fr', 'fr-idf']],
    ['Oslo', ['no-03']],
    ['no-46', ['no']],
    ['Norge, no', ['no', 'no-03']],
    ['cz-64', ['cz']],
    ['ch-ge', ['ch']],
    ['Finnland', ['fi']],
    ['co', ['us-co']],
    ['f', []],
    ['fx', []],
  ])('suggests for %s first the country, if it is a part of one: %j', (code, expected) => {
    expect(refusal(code, withCountries).details?.['suggestions']).toEqual(expected);
  });

  it.each(['de', 'Delaware', 'ca-on'])('still says that %s is not covered', (code) => {
    expect(refusal(code, withCountries).message).toContain('is not covered.');
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
