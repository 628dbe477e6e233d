/** Files of the registers that no program may download, with fictional companies. */
export function alaskaFile(companies: number): Buffer {
  const header = [
    ...['CORPTYPE', 'ENTITYNUMBER', 'LEGALNAME', 'ASSUMEDNAME', 'STATUS', 'AKFORMEDDATE', 'HOMESTATE'],
    ...['REGISTEREDAGENT', 'ENTITYPHYSADDRESS1', 'ENTITYPHYSCITY', 'ENTITYPHYSSTATEPROVINCE', 'ENTITYPHYSZIP'],
    ...['REGISTEREDPHYSADDRESS1', 'REGISTEREDPHYSCITY', 'REGISTEREDPHYSZIP'],
  ];
  const rows = each(companies).map((at) => [
    ...['Limited Liability Company', `${1000 + at}D`, `"Imaginary Glacier ${at}, LLC"`],
    ...[at % 2 === 0 ? `Glacier Boats ${at}` : '', at % 3 === 0 ? 'Non-Compliant' : 'Good Standing', '11/12/2003'],
    ...[at % 2 === 0 ? 'ALASKA' : 'CALIFORNIA', 'Nowhere Agents Inc', `${at} Fable Road`, 'Juneau', 'AK', '99801'],
    ...[`${at} Agent Street`, 'Sitka', '99835'],
  ]);
  return Buffer.from([header, ...rows].map((cells) => `${cells.join(',')}\r\n`).join(''));
}

/** Returns the lists of corporations and of LLCs, by file name. */
export function illinoisFiles(companies: number): ReadonlyMap<string, Buffer> {
  const ids = each(companies).map((at) => String(10_000_000 + at));
  const corporations = ids.filter((_, at) => at % 2 === 0);
  const companiesOf = ids.filter((_, at) => at % 2 === 1);
  return new Map([
    [
      'cdxallmst.txt',
      list(corporations, (id) => [
        [0, id],
        [8, '20210312'],
        [24, 'IL'],
        [29, '00'],
        [31, '4'],
        [40, 'FABLE OFFICE BEARER'],
        [100, 'FABLE SCRIBE'],
      ]),
    ],
    [
      'cdxallnam.txt',
      list(corporations, (id) => [
        [0, id],
        [8, `IMAGINARY PRAIRIE ${id} INC`],
      ]),
    ],
    [
      'cdxallagt.txt',
      list(corporations, (id) => [
        [0, id],
        [8, 'NOWHERE AGENTS INC'],
        [68, '1 FABLE ST'],
        [113, 'SPRINGFIELD'],
        [152, '62701'],
      ]),
    ],
    [
      'llcallmst.txt',
      list(companiesOf, (id) => [
        [0, id],
        [14, '00'],
        [24, '20190501'],
        [41, 'DE'],
        [43, '2 FABLE AVE'],
        [88, 'CHICAGO'],
        [118, '60601'],
      ]),
    ],
    [
      'llcallnam.txt',
      list(companiesOf, (id) => [
        [0, id],
        [8, `IMAGINARY CORNFIELD ${id} LLC`],
      ]),
    ],
    [
      'llcallagt.txt',
      list(companiesOf, (id) => [
        [0, id],
        [9, 'NOWHERE AGENTS LLC'],
        [69, '3 FABLE CT'],
        [114, 'PEORIA'],
        [144, '61602'],
      ]),
    ],
    [
      'llcallmgr.txt',
      list(companiesOf, (id) => [
        [0, id],
        [8, 'FABLE MANAGER'],
      ]),
    ],
  ]);
}

const each = (count: number) => Array.from({ length: count }, (_, at) => at);

function list(ids: readonly string[], cellsOf: (id: string) => (readonly [start: number, text: string])[]): Buffer {
  const lines = ids.map((id) => cellsOf(id).reduce((line, [start, text]) => line.padEnd(start) + text, ''));
  return Buffer.from(
    ['RUN DATE = 20260101', ...lines, `END OF FILE RECORD COUNT = ${ids.length}`].map((line) => `${line}\n`).join(''),
  );
}
