/** Files that are made to be slow to read: title, media type and text. */
export const WORST_FILES: [string, string, () => string][] = [
  [
    'objects of very many keys',
    'application/x-ndjson',
    () => `{${Array.from({ length: 2_900 }, (_, n) => `"k${n}":0`).join(',')}}\n`.repeat(80),
  ],
  [
    'known fields behind very deep ones',
    'application/x-ndjson',
    () => `{"entity_name":${'['.repeat(16_000)}${']'.repeat(16_000)}}\n`.repeat(80),
  ],
  ['rows of very many cells', 'text/csv', () => `entity_name,jurisdiction\n${`A${','.repeat(32_000)}\n`.repeat(80)}`],
  [
    'the longest names',
    'text/csv',
    () => `entity_name,jurisdiction\n${`${'A1 O\u2019B-'.repeat(37)},us-co\n`.repeat(800)}`,
  ],
  ['nothing but ends of lines', 'text/csv', () => `entity_name,jurisdiction\n${'\n'.repeat(1_000_000)}A,us-co`],
  ['nothing but empty cells', 'text/csv', () => `entity_name,jurisdiction\n${',,\n'.repeat(1_000_000)}A,us-co`],
];
