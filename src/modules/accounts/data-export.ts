import type { AccountExport } from '../../core/accounts/ports.js';
import type { Id } from '../../core/ids.js';

/** One JSON document, written while it is read: however much an account holds, little of it is in memory at a time. */
export async function* exportDocument(
  accountExport: AccountExport,
  accountId: Id<'acc'>,
  head: Record<string, unknown>,
): AsyncIterable<string> {
  yield JSON.stringify(head).slice(0, -1);
  for (const section of accountExport.sections) {
    yield `,${JSON.stringify(section)}:[`;
    let separator = '\n';
    for await (const record of accountExport.read(section, accountId)) {
      yield separator + JSON.stringify(record);
      separator = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}
