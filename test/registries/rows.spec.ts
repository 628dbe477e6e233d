import { changedFormat, required, text, type Row } from '../../src/adapters/registries/http/fields.js';
import { mayBear, readRows } from '../../src/adapters/registries/http/rows.js';
import { nameQuery } from '../../src/core/verification/name-query.js';

describe('readRows', () => {
  const nameOf = (row: Row) => required(row, 'name');
  const reading = (rows: Row[]) => {
    const skipped: string[] = [];
    return { ...readRows(rows, nameOf, (reason) => skipped.push(reason)), skipped };
  };

  it('returns every row when all can be read', () => {
    expect(reading([{ name: 'A' }, { name: 'B' }])).toEqual({ rows: ['A', 'B'], complete: true, skipped: [] });
    expect(reading([])).toEqual({ rows: [], complete: true, skipped: [] });
  });

  it('skips an unreadable row with a reason, and marks the result incomplete', () => {
    expect(reading([{ name: 'A' }, {}, { name: 'B' }])).toEqual({
      rows: ['A', 'B'],
      complete: false,
      skipped: ['a record without name'],
    });
    expect(reading([{ name: 'A' }, {}])).toMatchObject({ rows: ['A'], complete: false });
  });

  it('reports a changed format when most rows are unreadable', () => {
    expect(() => reading([{ name: 'A' }, {}, {}])).toThrow(/changed its format: a record without name/);
    expect(() => reading([{}])).toThrow(/changed its format/);
  });

  it('is incomplete only when a skipped row may have the searched name', () => {
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

  it('does not hide errors in our own code', () => {
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
