import fs from 'node:fs';
import { createInterface } from 'node:readline';

const NAME_AT = 12;
const STATUS_AT = 204;

/** Yields the records of a fictional bulk file. */
export async function* recordsOf(file: string): AsyncGenerator<{ id: string; name: string; record: string }> {
  for await (const line of createInterface({ input: fs.createReadStream(file, 'latin1') })) {
    yield {
      id: line.slice(0, NAME_AT),
      name: line.slice(NAME_AT, STATUS_AT).trimEnd(),
      record: line.slice(STATUS_AT).replace(/ {2,}/g, ' ').trimEnd(),
    };
  }
}
