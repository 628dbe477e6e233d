// Prints, as JSON, the files of src that run for a known verification, for an unknown one, for a
// row of a batch and for a check of a watch. Runs in a separate process, because jest compiles to
// CommonJS, where reading an import counts as a call.
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { RequeueDueWork } from '../../src/core/maintenance/requeue-due-work.js';
import { SweepScheduler } from '../../src/modules/tasks/sweep.scheduler.js';
import { executedFunctions, filesOf } from '../support/executed-functions.js';
import { startSandboxService } from '../support/harness.js';
import { until } from '../support/until.js';

const WARM_UP = 3;
/**
 * Long enough for everything that runs every second, such as the check that Postgres is still
 * there.
 */
const IDLE_MS = 2_500;

// The scheduler is stopped: it ticks all the time, and no request waits for it.
let sweep: RequeueDueWork;
const prepare = (app: NestFastifyApplication) => {
  sweep = app.get(RequeueDueWork, { strict: false });
  void app.get(SweepScheduler, { strict: false }).beforeApplicationShutdown();
};
const service = await startSandboxService({ prepare });
const { key } = await service.signUp();
const [first, ...others] = service.sandbox.sampleNames('us-co') ?? [];
const rowNames = service.sandbox.sampleNames('us-ny') ?? [];

async function ask(method: string, path: string, body?: object): Promise<any> {
  const answer = await service.ask(method, path, { key, body, headers: { prefer: 'wait=10' } });
  if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}`);
  return answer.body;
}

const verify = (name = '') => ask('POST', '/v1/verify', { entity_name: name, jurisdiction: 'us-co' });

/** Resolves once the table shows no work in progress. Sends no request to the service. */
const nothingLeft = (table: 'batches' | 'jobs') =>
  until(async () => {
    const underWay = `select from ${table} where status in ('running', 'pending', 'processing')`;
    return (await service.db.rows(underWay)).length === 0;
  });

async function uploaded(name = ''): Promise<string> {
  const file = new Blob([`entity_name,jurisdiction\n"${name}",us-ny\n`], { type: 'text/csv' });
  const headers = { 'x-api-key': key, 'content-type': 'text/csv' };
  const answer = await fetch(`${service.url}/v1/batches`, { method: 'POST', headers, body: await file.text() });
  return ((await answer.json()) as { batch_id: string }).batch_id;
}

async function answerRow(batchId: string): Promise<void> {
  await ask('POST', `/v1/batches/${batchId}/start`);
  await nothingLeft('batches');
}

async function watched(name = ''): Promise<string> {
  const { entity_id: entityId } = await verify(name);
  return (await ask('POST', '/v1/watches', { entity_id: entityId, every: '7d' })).watch_id;
}

async function check(watchId: string): Promise<void> {
  await ask('POST', `/v1/watches/${watchId}/check`);
  await sweep.run();
  await nothingLeft('jobs');
}

/**
 * Returns the files that run every time, without those of other work that happens at the same
 * moment.
 */
async function always(...runs: (() => Promise<unknown>)[]): Promise<string[]> {
  const ran: string[][] = [];
  for (const run of runs) {
    const functions = await executedFunctions(run);
    ran.push(filesOf(functions.filter((executed) => !periodic.has(executed))));
  }
  const [one = [], ...rest] = ran;
  return one.filter((file) => rest.every((files) => files.includes(file)));
}

for (let i = 0; i < WARM_UP; i++) await verify(first);
const batches = [await uploaded(rowNames[0]), await uploaded(rowNames[1])];
const watchId = await watched(first);
// Functions that also run while the service is idle belong to no request, however long it takes.
const periodic = new Set(await executedFunctions(() => sleep(IDLE_MS)));
const known = await always(...Array.from({ length: 3 }, () => () => verify(first)));
const unknown = await always(...others.slice(0, 2).map((name) => () => verify(name)));
const row = await always(...batches.map((id) => () => answerRow(id)));
const checked = await always(...Array.from({ length: 2 }, () => () => check(watchId)));
console.log(JSON.stringify({ known, unknown, row, check: checked }));
await service.close();
process.exit(0);
