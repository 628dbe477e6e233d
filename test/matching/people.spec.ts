import { decide } from '../../src/core/matching/decide.js';
import { samePerson } from '../../src/core/matching/evidence/people.js';
import { record } from '../support/fakes.js';

describe('samePerson', () => {
  it.each([
    ['Fictional Alder', 'ALDER, FICTIONAL'],
    ['F. Alder', 'Fictional Q Alder'],
    ['Dr. Fictional Alder', 'Fictional Alder Jr'],
    ['Márta Ëlder', 'MARTA ELDER'],
    ['Rowan Kettle', 'KETTLE ROWAN P'],
    ['R. P. Kettle', 'Kettle, Rowan Pim'],
    ['Rowan P Kettle', 'Rowan Pim Kettle'],
    ['R Kettle', 'KETTLE ROWAN P'],
    ["Rowan O'Kettle", 'ROWAN OKETTLE'],
    ["Rowan O'Kettle", 'O KETTLE ROWAN'],
  ])('matches %s and %s', (a, b) => {
    expect([samePerson(a, b), samePerson(b, a)]).toEqual([true, true]);
  });

  it.each([
    ['Fictional Alder', 'Invented Alder'],
    ['Fictional Alder', 'Fictional Birch'],
    ['Fictional X Alder', 'Fictional Q Alder'],
    ['Alder', 'Fictional Alder'],
    ['', 'Fictional Alder'],
    ['Odette Quill', 'LANTERN ODETTE Q'],
    ['Odette Quill', 'LANTERN, ODETTE Q'],
    ['Odette Quill', 'Odette Q Lantern'],
    ['Odette Quill', 'Odette Q'],
    ['Odette Q', 'Odette Q Lantern'],
    ['Odette Quill', 'Lantern, Odette Quill'],
    ['Quill Odette', 'O Q Lantern'],
    ['Quill Quinn Lantern', 'Q Lantern Odette'],
    ['O. O. Lantern', 'Odette Quill Lantern'],
  ])('does not match %s and %s', (a, b) => {
    expect([samePerson(a, b), samePerson(b, a)]).toEqual([false, false]);
  });

  it.each([
    ['Fictional Officer 99', 'Fictional Officer 98'],
    ['Fictional Officer 99', 'OFFICER 98, FICTIONAL'],
    ['Fictional Officer99', 'Fictional Officer98'],
    ['Fictional Officer', 'Fictional Officer 99'],
    ['F. Officer 9', 'Fictional Officer 8'],
    ['Imaginary Nominees 2 Limited', 'Imaginary Nominees 3 Limited'],
    ['Imaginary Nominees II Limited', 'Imaginary Nominees III Limited'],
    ['Imaginary Nominees Limited', 'Imaginary Nominees II Limited'],
    ['Imaginary Nominees Limited', 'Imaginary Nominees (No. 2) Limited'],
    ['Imaginary Nominees Two LLC', 'Imaginary Nominees Three LLC'],
    ['Fictional Alder Jr', 'Fictional Alder Sr'],
    ['Fictional Alder II', 'Fictional Alder 3rd'],
  ])('keeps apart officers whose numbers differ: %s and %s', (a, b) => {
    expect([samePerson(a, b), samePerson(b, a)]).toEqual([false, false]);
  });

  it.each([
    ['Fictional Officer 99', 'OFFICER 99, FICTIONAL'],
    ['Fictional Officer 9', 'Fictional Officer 09'],
    ['Imaginary Nominees 2 Ltd', 'IMAGINARY NOMINEES (NO. 2) LIMITED'],
    ['Imaginary Nominees II Limited', 'Imaginary Nominees 2 Ltd.'],
    ['Imaginary & Sons Limited', 'IMAGINARY AND SONS LTD'],
    ['Fictional Alder II', 'Fictional Alder 2nd'],
    ['Fictional Alder', 'Fictional Alder III'],
  ])('matches officers whose numbers agree: %s and %s', (a, b) => {
    expect([samePerson(a, b), samePerson(b, a)]).toEqual([true, true]);
  });
});

describe('officers that differ only by a number', () => {
  it('do not choose between two businesses of one name unless the number is that of one', () => {
    const records = ['98', '99'].map((number, at) =>
      record({
        id: String(at + 1),
        name: 'Acorn Ridge LLC',
        clues: { officers: [{ name: `Fictional Officer ${number}`, title: null }] },
      }),
    );
    const decided = (officer: string) => decide('Acorn Ridge LLC', 'us-co', records, { evidence: { officer } });
    expect(decided('Fictional Officer 97')).toMatchObject({ match: { review: true, confidence: 75 } });
    expect(decided('Fictional Officer 99')).toMatchObject({ record: { id: '2' }, match: { review: false } });
  });
});
