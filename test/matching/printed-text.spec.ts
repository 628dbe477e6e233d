import { personName } from '../../src/adapters/registries/bulk/formats/rows.js';
import { text } from '../../src/adapters/registries/http/fields.js';
import { printedText } from '../../src/core/text/repair.js';

describe('text of a register', () => {
  it.each([
    ['Hostile\u001B[31mFour LLC', 'Hostile [31mFour LLC'],
    ['A\0B\u0007\u007F C', 'A B C'],
    ['Caf\u00C3\u0089 LLC', 'CafÉ LLC'],
    ['\u0093Quoted\u0094 LLC', '“Quoted” LLC'],
    ['A\u009B2J LLC', 'A›2J LLC'],
    ['A\u0090B\u009DC', 'A B C'],
    [' two\r\n lines\t', 'two lines'],
  ])('is read without control characters: %j', (written, read) => {
    expect(text({ name: written }, 'name')).toBe(read);
    expect(printedText(read)).toBe(read);
  });

  it('is nothing when it has control characters alone', () => {
    expect(text({ name: '\u001B\0' }, 'name')).toBeNull();
  });

  it('is read without them in the parts of a name', () => {
    expect(personName('Ada\u001B', null, 'Example')).toBe('Ada Example');
  });
});
