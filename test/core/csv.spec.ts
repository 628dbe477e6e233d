import { csvText, inertText } from '../../src/core/csv.js';

describe('text of others in a spreadsheet file', () => {
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
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
  ])('neutralizes the formula %j', (text) => expect(inertText(text)).toBe(`'${text}`));

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
  ])('leaves harmless text unchanged (%j)', (text) => expect(inertText(text)).toBe(text));

  it.each(['-5', "'-5", "''-5", '=1+1', '@x', '\t1'])(
    'leaves custom_id unchanged, by which rows are joined (%j)',
    (text) => {
      expect(csvText('custom_id', text)).toBe(text);
    },
  );

  it('guards every other column', () => expect(csvText('official_name', '@Home Ltd')).toBe("'@Home Ltd"));
});

describe('foreign text in a CSV file', () => {
  it.each([
    ["Hostile Six;=cmd|' /C calc'!A0", "Hostile Six;'=cmd|' /C calc'!A0"],
    ['a; @b', "a;' @b"],
    ['a;"=b', `a;'"=b`],
    ['a\t+b;-c', "a\t'+b;'-c"],
    ['a;＝b', "a;'＝b"],
    ['=a;=b', "'=a;'=b"],
    ['Alder; Works', 'Alder; Works'],
  ])('begins no formula where another separator splits the cell: %j', (text, inert) => {
    expect(inertText(text)).toBe(inert);
  });
});
