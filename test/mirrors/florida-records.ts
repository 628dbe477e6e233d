export interface FloridaRecord {
  number: string;
  name: string;
  status?: string;
  filed?: string;
}

/** Returns one record of the Florida corporate data file, without its line end. */
export function floridaRecord({ number, name, status = 'A', filed = '03152021' }: FloridaRecord): string {
  const fields: [start: number, text: string][] = [
    [0, number],
    [12, name],
    [204, status],
    [205, 'FLAL'],
    [220, '1 IMAGINARY STREET'],
    [304, 'NOWHERE BEACH'],
    [332, 'FL'],
    [472, filed],
    [544, 'NOWHERE REGISTERED AGENTS LLC'],
    [586, 'C'],
  ];
  return fields.reduce((line, [start, text]) => line.padEnd(start) + text, '').padEnd(1440);
}

export function floridaFile(count: number, first = 0): Buffer {
  const lines = Array.from({ length: count }, (_, at) => {
    const serial = first + at;
    return floridaRecord({ number: `L${String(serial).padStart(11, '0')}`, name: `IMAGINARY COMPANY ${serial} LLC` });
  });
  return Buffer.from(`${lines.join('\n')}\n`, 'latin1');
}
