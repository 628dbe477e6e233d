import { csvText, inertText } from '../../src/core/csv.js';

describe('text of others in a file for spreadsheets', () => {
  it.each([
    '=1+1',
    '+1+cmd|x',
    '-2+3',
    '-A1',
    '+A1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '-',
    '+',
    '-5e',
    '-5=1',
    '+44 x',
    '+1\t2',
  ])('is no formula any more (%j)', (text) => expect(inertText(text)).toBe(`'${text}`));

  it.each([
    '-5',
    '+5',
    '-1,234.50',
    '-.5',
    '-1.5e-3',
    '+44 20',
    '+44 (0)20 7946-0000',
    '+(1) 555.0100',
    "'-5",
    'a=1',
    '',
  ])('stays as it is where it is none (%j)', (text) => expect(inertText(text)).toBe(text));

  it.each(['-5', "'-5", "''-5", '=1+1', '@x', '\t1'])('stays as it is where rows are joined by it (%j)', (text) => {
    expect(csvText('custom_id', text)).toBe(text);
  });

  it('is guarded in every other column', () => expect(csvText('official_name', '@Home Ltd')).toBe("'@Home Ltd"));
});
