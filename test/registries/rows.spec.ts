import { changedFormat, required, text, type Row } from '../../src/adapters/registries/http/fields.js';
import { mayBear, readRows } from '../../src/adapters/registries/http/rows.js';
import { nameQuery } from '../../src/core/verification/name-query.js';

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

  it('is complete without an odd row that bears another name, and not without one that may bear the name', () => {
    const query = nameQuery('Acorn Ridge LLC', 'us-co');
    const bears = mayBear<Row>(query, (row) => [text(row, 'name')]);
    const kinds = (row: Row) => required(row, 'kind');
    const read = (...names: (string | null)[]) => {
      const skipped: string[] = [];
      const rows = [...names.map((name) => ({ name })), { name: 'Birch Lane LLC', kind: 'x' }];
      return { ...readRows(rows, kinds, (reason) => skipped.push(reason), bears), skipped: skipped.length };
    };
    expect(read('Juniper Works LLC')).toEqual({ rows: ['x'], complete: true, skipped: 1 });
    expect(read('Juniper Works LLC', 'Larch Mill Inc')).toEqual({ rows: ['x'], complete: true, skipped: 2 });
    expect(read('ACORN RIDGE, L.L.C.')).toEqual({ rows: ['x'], complete: false, skipped: 1 });
    expect(read('Acorn Rigde LLC')).toEqual({ rows: ['x'], complete: false, skipped: 1 });
    expect(read(null)).toEqual({ rows: ['x'], complete: false, skipped: 1 });
    expect(read('[ND]')).toEqual({ rows: ['x'], complete: false, skipped: 1 });
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
