// Prints, as JSON, which files of src run for a verification that is known and for one that is not. A process of its own, because jest compiles
// what it runs to CommonJS, where reading an import counts as a call.
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SweepScheduler } from '../../src/modules/tasks/sweep.scheduler.js';
import { executedFunctions, filesOf } from '../support/executed-functions.js';
import { startSandboxService } from '../support/harness.js';

const WARM_UP = 3;
/** Long enough for what runs every second, as the question whether Postgres is still there. */
const IDLE_MS = 2_500;

// It ticks all the time, and no request waits for it.
const prepare = (app: NestFastifyApplication) => {
  void app.get(SweepScheduler, { strict: false }).beforeApplicationShutdown();
};
const service = await startSandboxService({ prepare });
const { key } = await service.signUp();
const [first, ...others] = service.sandbox.sampleNames('us-co') ?? [];

async function verify(name = ''): Promise<void> {
  const asked = { key, body: { entity_name: name, jurisdiction: 'us-co' }, headers: { prefer: 'wait=10' } };
  const { status } = await service.ask('POST', '/v1/verify', asked);
  if (status !== 200) throw new Error(`the verification answered ${status}`);
}

/** What runs every time: what another part of the service happens to do at the same moment is left out. */
async function always(names: (string | undefined)[]): Promise<string[]> {
  const runs: string[][] = [];
  for (const name of names) {
    const functions = await executedFunctions(() => verify(name));
    runs.push(filesOf(functions.filter((executed) => !periodic.has(executed))));
  }
  const [one = [], ...rest] = runs;
  return one.filter((file) => rest.every((run) => run.includes(file)));
}

for (let i = 0; i < WARM_UP; i++) await verify(first);
// What also runs while nobody asks belongs to no request, however long a request takes.
const periodic = new Set(await executedFunctions(() => sleep(IDLE_MS)));
const known = await always([first, first, first]);
const unknown = await always(others.slice(0, 2));
console.log(JSON.stringify({ known, unknown }));
await service.close();
process.exit(0);
