import { textAt } from '../../src/core/evidence/pointer.js';
import type { DetailedRecord, RegisterRecord } from '../../src/core/registries/record.js';
import type { FieldSources, Witness } from '../../src/core/registries/witness.js';

/** Fields copied word for word from the source. Others are translated, reformatted or derived. */
const IN_ITS_WORDS = /^name$|\/name$|\/(line1|line2|city|postalCode)$/;

/** Returns every field of a record that holds a single value or a sentence. */
function statedFields(part: object, before = ''): [path: string, value: unknown][] {
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) => {
    const path = `${before}${name}`;
    if (value === null || value === undefined || name === 'clues' || name === 'isBrief') return [];
    if (typeof value !== 'object' || name === 'standingHint') return [[path, value]];
    return statedFields(value, `${path}/`);
  });
}

/**
 * Returns the faults in the recorded sources of a record's fields; empty if every value is where
 * its source says.
 */
export function faultsOf(witness: Witness, record: RegisterRecord | DetailedRecord): string[] {
  const sources: FieldSources = witness.sourcesOf(record);
  return statedFields(record).flatMap(([path, value]) => {
    const texts = (sources[path] ?? []).map(([exchange, pointer]) =>
      textAt(witness.exchanges[exchange]?.body ?? Buffer.alloc(0), pointer),
    );
    if (texts.length === 0) return [`${path} stands nowhere`];
    if (texts.includes(undefined)) return [`${path} points at nothing: ${JSON.stringify(sources[path])}`];
    if (!IN_ITS_WORDS.test(path)) return [];
    const said = wordsIn(texts.join(' '));
    const missing = [...wordsIn(String(value))].filter((word) => !said.has(word));
    return missing.length === 0 ? [] : [`${path} is ${JSON.stringify(value)}, where ${JSON.stringify(texts)} stands`];
  });
}

function wordsIn(text: string): Set<string> {
  return new Set(
    text
      .toUpperCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  );
}
