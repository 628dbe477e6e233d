import { ExportLedger } from '../../src/core/billing/export-ledger.js';
import { newId } from '../../src/core/ids.js';

it('exports every entry of a long ledger once, though it grows meanwhile', async () => {
  const entries = Array.from({ length: 2_345 }, (_, n) => ({ n }));
  const ledger = {
    // Newest first, as the port promises. Each call also adds a few entries.
    list: async (_account: unknown, { before, limit }: { before: number | undefined; limit: number }) => {
      const items = entries.slice(0, before).toReversed().slice(0, limit);
      for (let more = 0; more < 3; more += 1) entries.push({ n: entries.length });
      return { items, next: items.length === limit ? items.at(-1)?.n : undefined };
    },
  };
  const seen: number[] = [];
  const exported = new ExportLedger(ledger as never).run(newId('acc'), { from: undefined, to: undefined });
  for await (const entry of exported) seen.push((entry as unknown as { n: number }).n);
  expect(seen).toEqual(Array.from({ length: 2_345 }, (_, n) => 2_344 - n));
});
