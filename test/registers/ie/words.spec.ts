import { compareNames } from '../../../src/core/matching/comparing/compare.js';
import { parseName } from '../../../src/core/matching/parsing/normalise.js';

const confidence = (asked: string, official: string) =>
  compareNames(parseName(asked, 'ie'), parseName(official, 'ie')).confidence;

describe('names of Irish companies', () => {
  it.each([
    ['Quillmark Teoranta', 'QUILLMARK LIMITED'],
    ['Quillmark DAC', 'QUILLMARK DESIGNATED ACTIVITY COMPANY'],
    ['Quillmark C.L.G.', 'QUILLMARK COMPANY LIMITED BY GUARANTEE'],
    ['Quillmark ULC', 'QUILLMARK UNLIMITED COMPANY'],
    ['Quillmark Cuideachta Phoiblí Theoranta', 'QUILLMARK PUBLIC LIMITED COMPANY'],
  ])('are equal in other spellings of their form: %s, %s', (asked, official) => {
    expect(confidence(asked, official)).toBeGreaterThanOrEqual(97);
  });

  it.each([
    ['Quillmark DAC', 'QUILLMARK LIMITED'],
    ['Quillmark plc', 'QUILLMARK COMPANY LIMITED BY GUARANTEE'],
    ['Quillmark Limited', 'QUILLMARK CORPORATION LIMITED'],
  ])('differ with another form or word: %s, %s', (asked, official) => {
    expect(confidence(asked, official)).toBeLessThan(97);
  });
});
