import { describe, expect, it } from '@jest/globals';
import { changedFormat, required, type Row } from '../../../src/adapters/registries/http/fields.js';
import { readRows } from '../../../src/adapters/registries/http/rows.js';

describe('reading the rows of an answer', () => {
  const nameOf = (row: Row) => required(row, 'name');
  const reading = (rows: Row[]) => {
    const skipped: string[] = [];
    return { ...readRows(rows, nameOf, (reason) => skipped.push(reason)), skipped };
  };

  it('gives every row when all can be read', () => {
    expect(reading([{ name: 'A' }, { name: 'B' }])).toEqual({ rows: ['A', 'B'], complete: true, skipped: [] });
    expect(reading([])).toEqual({ rows: [], complete: true, skipped: [] });
  });

  it('leaves an odd row out, says why, and that the answer is not complete', () => {
    expect(reading([{ name: 'A' }, {}, { name: 'B' }])).toEqual({
      rows: ['A', 'B'],
      complete: false,
      skipped: ['a record without name'],
    });
    expect(reading([{ name: 'A' }, {}])).toMatchObject({ rows: ['A'], complete: false });
  });

  it('is a changed format, and counts nothing, when most rows are odd', () => {
    expect(() => reading([{ name: 'A' }, {}, {}])).toThrow(/changed its format: a record without name/);
    expect(() => reading([{}])).toThrow(/changed its format/);
  });

  it('hides no mistake of ours', () => {
    const broken = () => {
      throw new TypeError('a bug');
    };
    expect(() => readRows([{}, {}], broken, () => undefined)).toThrow(TypeError);
    expect(() =>
      readRows(
        [1],
        () => {
          throw changedFormat('x');
        },
        () => undefined,
      ),
    ).toThrow(/changed its format: x/);
  });
});
