import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { Standing, UploadOptions } from '@standing/client';
import { fileNameOf } from '../core/batches/file-name.js';
import { inCredits } from '../core/billing/pricing.js';
import { EXIT, exitCodeOf, serviceOf } from './cli/ask-service.js';
import { print, printError, printJson } from './cli/print.js';
import { batchLine, countsInWords, inWords, pauseInWords, type BatchState } from './batch/answered.js';
import { runCommand, typedAs, UsageError, wholeNumber } from './cli/command.js';
import { BATCH } from './cli/definitions.js';
import { ProgressDisplay } from './cli/progress-display.js';

type FileType = NonNullable<UploadOptions['type']>;

const POLL_MS = 1_000;
/** Longer than the window of a key's rate limit, so that a busy key asks again when it may. */
const POLL_TIMEOUT_MS = 120_000;
/** A file may have up to 64 MB, and so may its results. */
const FILE_TIMEOUT_MS = 600_000;
const REJECTIONS_TOLD = 10;
const INTERRUPTED = 130;
const NDJSON = ['.ndjson', '.jsonl'];

const typeOf = (file: string): FileType =>
  NDJSON.includes(path.extname(file).toLowerCase()) ? 'application/x-ndjson' : 'text/csv';

/**
 * Returns the batch of a file: a new one, or the one created from the same bytes within the last
 * day.
 */
async function upload(client: Standing, file: string, isAnew: boolean): Promise<BatchState> {
  const bytes = await readFile(file);
  const type = typeOf(file);
  const digest = createHash('sha256').update(bytes).digest('hex');
  const idempotencyKey = isAnew ? randomUUID() : `${type === 'text/csv' ? 'csv' : 'ndjson'}-${digest}`;
  const query = { file_name: fileNameOf(file) };
  const taken = await client.uploadBatch(bytes, { query, type, idempotencyKey, timeoutMs: FILE_TIMEOUT_MS });
  for (const { line, field, message } of taken.rejections.slice(0, REJECTIONS_TOLD)) {
    printError(`${file}:${line}: ${field === undefined ? '' : `${field}: `}${message}`);
  }
  const untold = taken.rejected - Math.min(taken.rejections.length, REJECTIONS_TOLD);
  if (untold > 0) printError(`${inWords(untold)} more rows were rejected; the results say why`);
  return taken;
}

/** Returns the batch that asks the rows again that are unanswered to this day. */
async function retryOf(client: Standing, id: string): Promise<BatchState> {
  let last = await client.batch(id);
  while (last.retried_in !== undefined) last = await client.batch(last.retried_in);
  const isAnswered = last.ended_at === undefined || last.counts.failed + last.counts.pending === 0;
  return isAnswered && last.batch_id !== id ? last : client.retryBatch(last.batch_id);
}

/** Polls until the batch has ended or waits for its owner. */
async function follow(client: Standing, started: BatchState, signal: AbortSignal): Promise<BatchState> {
  const display = new ProgressDisplay(process.stderr, batchLine);
  try {
    let batch = started;
    while (batch.status === 'running') {
      display.show(batch);
      await sleep(POLL_MS, undefined, { signal });
      batch = await client.batch(batch.batch_id, { timeoutMs: POLL_TIMEOUT_MS });
    }
    return batch;
  } finally {
    display.end();
  }
}

/** Writes atomically: an existing file stays until the new one is complete. */
async function writeResults(client: Standing, { batch_id: id }: BatchState, output: string): Promise<void> {
  const format = typeOf(output) === 'text/csv' ? 'csv' : 'ndjson';
  const part = `${output}.part`;
  await writeFile(part, await client.batchResults(id, { format, timeoutMs: FILE_TIMEOUT_MS }));
  await rename(part, output);
}

async function standingOfRows(client: Standing, { batch_id: id }: BatchState): Promise<number> {
  const text = await client.batchResults(id, { format: 'ndjson', timeoutMs: FILE_TIMEOUT_MS });
  const lines = text.split('\n').filter((line) => line !== '');
  const rows = lines.map((line) => JSON.parse(line) as { standing: string | null });
  const others = rows.filter(({ standing }) => standing !== 'good');
  if (others.length === 0) return EXIT.found;
  printError(`${inWords(others.length)} of ${inWords(rows.length)} rows are not found in good standing`);
  return EXIT.notInGoodStanding;
}

/** Defaults to a file next to the input. */
function outputFor(file: string | undefined, id: string | undefined, given: string | undefined): string {
  const { dir, name, ext } = path.parse(file ?? `${id}.csv`);
  const output = given ?? path.join(dir, `${name}.results${ext}`);
  if (file !== undefined && path.resolve(output) === path.resolve(file)) {
    throw new UsageError('--output must not be the file of names');
  }
  return output;
}

function endOf({ batch_id: id, status, credits_charged, ...batch }: BatchState, output: string): string {
  return `${id} is ${status}: ${countsInWords(batch)}; ${inCredits(credits_charged)}. The results are in ${output}`;
}

async function startIfWanted(
  client: Standing,
  batch: BatchState,
  { yes, atMost, stop }: { yes: boolean; atMost: number; stop: AbortController },
): Promise<BatchState> {
  const { batch_id: id, status, max_credits, credits_charged } = batch;
  if (status !== 'ready' && status !== 'paused') return batch;
  const price = max_credits - credits_charged;
  const quote = `${credits_charged > 0 ? 'the rest' : 'it'} costs ${inCredits(price)} at most`;
  printError(`${id}: ${inWords(batch.accepted)} of ${inWords(batch.rows)} rows are accepted; ${quote}`);
  if (price > atMost) {
    printError('That is more than --max-credits; it was not started.');
    return batch;
  }
  const isWanted = yes || price === 0 || (await saysYes(status === 'ready' ? 'Start it?' : 'Resume it?', stop));
  return isWanted ? client.startBatch(id) : batch;
}

/** Asks on the terminal; also reads the answer from piped input. */
async function saysYes(question: string, stop: AbortController): Promise<boolean> {
  const keyboard = createInterface({ input: process.stdin, output: process.stderr });
  keyboard.on('SIGINT', () => stop.abort());
  try {
    const ended = once(keyboard, 'close').then(() => '');
    const answer = await Promise.race([keyboard.question(`${question} [y/N] `, { signal: stop.signal }), ended]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    keyboard.close();
  }
}

/** Returns the next step for an incomplete batch; `undefined` once there are results. */
function openIssue({ status, paused }: BatchState): string | undefined {
  if (status === 'ready') return 'Not started. To start it:';
  return paused && pauseInWords(paused);
}

function howToGoOn(id: string | undefined, source: string, output: string): string {
  return `${typedAs(BATCH)} ${id === undefined ? source : `--batch ${id} --output ${output}`}`;
}

await runCommand(
  BATCH,
  async ({ values, positionals: [file, ...rest] }) => {
    if (rest.length > 0) throw new UsageError(`give one file only: unexpected "${rest[0]}"`);
    if ((file === undefined) === (values.batch === undefined)) throw new UsageError('give a file of names, or --batch');
    if (values.retry && file !== undefined) throw new UsageError('--retry needs --batch, not a file');
    const source = file ?? `--batch ${values.batch}${values.retry ? ' --retry' : ''}`;
    const output = outputFor(file, values.retry ? `${values.batch}.retry` : values.batch, values.output);
    const most = values['max-credits'];
    const atMost = most === undefined ? Infinity : wholeNumber('--max-credits', most, 0, Number.MAX_SAFE_INTEGER);
    const stop = new AbortController();
    process.once('SIGINT', () => stop.abort());
    const client = serviceOf(values, stop.signal);
    let id = values.retry ? undefined : values.batch;
    try {
      const known = await (file === undefined
        ? values.retry
          ? retryOf(client, values.batch ?? '')
          : client.batch(values.batch ?? '')
        : upload(client, file, values.anew === true));
      id = known.batch_id;
      const started = await startIfWanted(client, known, { yes: values.yes === true, atMost, stop });
      const batch = await follow(client, started, stop.signal);
      const issue = openIssue(batch);
      if (issue === undefined) await writeResults(client, batch, output);
      else for (const line of [issue, howToGoOn(id, source, output)]) printError(line);
      if (batch.status !== 'completed') process.exitCode = 1;
      else if (values['require-good-standing']) process.exitCode = await standingOfRows(client, batch);
      const told = { ...batch, ...(issue === undefined && { output }) };
      if (values.json) printJson(told);
      else if (issue === undefined) print(endOf(batch, output));
    } catch (error) {
      if (!stop.signal.aborted) throw error;
      printError(
        id === undefined
          ? 'No batch was made. To try again:'
          : 'Interrupted; the batch continues in the service. To follow it:',
      );
      printError(howToGoOn(id, source, output));
      process.exitCode = INTERRUPTED;
    }
  },
  exitCodeOf,
);
