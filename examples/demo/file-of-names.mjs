import { randomUUID } from 'node:crypto';
import { inCredits } from './narrator.mjs';
import { until } from './until.mjs';

/** @typedef {import('@standing/client').AnswerOf<'getConfig'>['jurisdictions']} Jurisdictions */
/** @typedef {{ line: number, entity_name: string, outcome: string, official_name: string | null }} Result */

const NAMES = 6;

/**
 * Sends ten names in one file: some in several registers, one twice, some that nobody bears, and
 * one that cannot be asked. Returns the credits it cost.
 * @param {import('@standing/client').Standing} client
 * @param {Jurisdictions} jurisdictions
 * @param {import('./narrator.mjs').Narrator} narrator
 */
export async function verifyFile(client, jurisdictions, narrator) {
  const rows = tenRows(jurisdictions);
  const file = ['entity_name,jurisdiction', ...rows].join('\n');
  const taken = await client.uploadBatch(file);
  narrator.fact('quote', `${inCredits(taken.max_credits)} at most for ${taken.accepted} of ${taken.rows} rows`);
  for (const { line, message } of taken.rejections) narrator.fact(`line ${line}`, message);
  await client.startBatch(taken.batch_id);
  const batch = await until(async () => {
    const now = await client.batch(taken.batch_id);
    return now.status === 'running' ? undefined : now;
  });
  const results = (await client.batchResults(batch.batch_id, { format: 'ndjson' })).trim().split('\n');
  const told = results.map((line) => /** @type {Result} */ (JSON.parse(line)));
  for (const { line, outcome, official_name } of told) narrator.fact(`line ${line}`, official_name ?? outcome);
  narrator.fact('in all', `${countsInWords(batch)}; ${inCredits(batch.credits_charged)}`);
  const isInOrder = told.every(({ line }, at) => line === at + 2) && told.length === rows.length;
  narrator.promise('every row of the file has its result, in its order', batch.status === 'completed' && isInOrder);
  narrator.promise('it cost no more than the quote', batch.credits_charged <= taken.max_credits);
  return batch.credits_charged;
}

/** @param {Jurisdictions} jurisdictions */
function tenRows(jurisdictions) {
  const samples = jurisdictions.flatMap(({ code, active, sample_names: [name] = [] }) =>
    active && name !== undefined ? [{ name, code }] : [],
  );
  const [first] = samples;
  if (!first || samples.length < NAMES) throw new Error(`the sandbox has no ${NAMES} registers with samples`);
  const absent = [randomUUID(), randomUUID()].map((id) => ({ name: `Nonexistent ${id} LLC`, code: first.code }));
  const again = { name: first.name.toUpperCase(), code: first.code };
  const elsewhere = { name: first.name, code: 'zz-zz' };
  return [...samples.slice(0, NAMES), again, ...absent, elsewhere].map(({ name, code }) => `"${name}",${code}`);
}

/** @param {import('@standing/client').AnswerOf<'getBatch'>} batch */
function countsInWords({ counts, rejected }) {
  const words = Object.entries({ ...counts, rejected }).filter(([, count]) => count > 0);
  return words.map(([outcome, count]) => `${count} ${outcome.replace('_', ' ')}`).join(', ');
}
