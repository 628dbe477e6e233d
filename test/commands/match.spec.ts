import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

describe('standing match', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'standing-match-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function match(text: string): Promise<{ code: number; out: string; err: string }> {
    const file = path.join(folder, 'pairs.csv');
    writeFileSync(file, text);
    return new Promise((done) => {
      execFile(process.execPath, ['dist/commands/match.js', file], (error, out, err) =>
        done({ code: error ? Number(error.code) : 0, out, err: err.replaceAll(file, 'pairs.csv') }),
      );
    });
  }

  it('reads spreadsheet files as batches are read, and returns every row under its columns', async () => {
    const rows = ['name_a,name_b,note,', 'Alder Works LLC,Alder Works,x', '', ',,', 'Birch Works LLC,Cedar Works LLC'];
    const { code, out } = await match(rows.join('\n'));
    expect([code, out.split('\r\n').map((line) => line.split(',').slice(0, 3))]).toEqual([
      0,
      [
        ['name_a', 'name_b', 'note'],
        ['Alder Works LLC', 'Alder Works', 'x'],
        ['Birch Works LLC', 'Cedar Works LLC', ''],
        [''],
      ],
    ]);
    for (const separator of [';', '\t']) {
      for (const [above, end] of [
        ['', '\r\n'],
        [`sep=${separator}\n`, '\n'],
        ['\uFEFF', '\r'],
      ] as const) {
        expect((await match(above + rows.join(end).replaceAll(',', separator))).out).toBe(out);
      }
    }
  });

  it('refuses a header with mixed separators, and a cell beyond the last column', async () => {
    expect(await match('name_a;name_b,note\nA;B,c')).toMatchObject({
      code: 1,
      err: 'pairs.csv: the header must separate its columns by comma, semicolon or tab\n',
    });
    expect(await match('name_a,name_b\nA,B\n\nAlder, Inc,B\n')).toMatchObject({
      code: 1,
      err: 'pairs.csv:4: more cells than columns\n',
    });
  });

  it('accepts a jurisdiction in capitals and with an underscore, and returns it as given', async () => {
    const rows = ['no-03', 'NO-03', 'no_03', ' No_03 '].map((code) => `Fjelltrapp AS,Fjelltrapp Aksjeselskap,${code}`);
    const { out } = await match(['name_a,name_b,jurisdiction', ...rows].join('\n'));
    const [, ...scored] = out.trim().split('\r\n');
    const [first = '', ...others] = scored.map((line) => line.split(',').slice(3).join(','));
    expect(others).toEqual([first, first, first]);
    expect(first).toMatch(/^\d+,/);
    expect(scored[1]).toContain(',NO-03,');
  });
});
