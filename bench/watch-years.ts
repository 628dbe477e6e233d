import type { Client } from 'pg';
import { REGISTERS } from '@standing/sandbox/registers';
import type { Bench } from './bench.js';
import { backendsMs, backendsOf, processorMs } from './processor-time.js';
import { figure, type Figure } from './report.js';
import { connect, makeApiKeys, seededDatabase } from './seed.js';
import { startService } from './service.js';

const ROLES = ['Renamed', 'Dissolving', 'Flapping', 'Blind', 'Moving'];
const PATIENCE_MS = 1_200_000;
const TEN_YEARS = 3_650;
const LOOK_EVERY_MS = 100;

/** One event of the feed in short: the time by the sandbox clock, the company and the changes. */
export type Told = string;

/**
 * Runs weekly watches over the scripted companies of every directly queried register, and a few
 * others. Does so twice, and throws if the events differ.
 */
export async function measureYears(bench: Bench): Promise<Figure[]> {
  const first = await passYears(bench);
  const again = await passYears(bench);
  const { days } = bench;
  const seconds = Math.max(first.seconds, again.seconds);
  if (JSON.stringify(first.told) !== JSON.stringify(again.told)) throw new Error('the same story was told otherwise');
  return [
    figure('watch-years', 'weekly watches', first.watches),
    figure('watch-years', 'checks', first.checks),
    figure('watch-years', 'events', first.told.length),
    figure('watch-years', days >= TEN_YEARS ? 'ten years' : 'all days', seconds, 's'),
    figure('watch-years', 'a check', (seconds * 1000) / first.checks, 'ms'),
    ...processorFigures([first, again]),
  ];
}

type Passed = Awaited<ReturnType<typeof passYears>>;

/**
 * Processor time of a check: the minimum of the runs, because other load on the machine can only
 * add to it.
 */
function processorFigures(passed: readonly Passed[]): Figure[] {
  const of = (name: string, msOf: (one: Passed) => number | undefined) => {
    const ms = passed.flatMap((one) => msOf(one) ?? []);
    return ms.length < passed.length ? [] : [figure('watch-years', name, Math.min(...ms), 'ms')];
  };
  return [
    ...of('a check, processor time of the service', ({ cpuMs, checks }) => cpuMs && cpuMs / checks),
    ...of('a check, processor time of Postgres', ({ postgresMs, checks }) => postgresMs && postgresMs / checks),
  ];
}

async function passYears({ stage, profileDir, days, say }: Bench) {
  const [key = ''] = makeApiKeys(1);
  const databaseUrl = await seededDatabase(stage, [key], 0);
  const service = await startService(stage, { databaseUrl, profileDir });
  const session = await connect(databaseUrl);
  try {
    const ask = async (method: string, path: string, body?: object) => {
      const headers = { 'x-api-key': key, prefer: 'wait=20', ...(body && { 'content-type': 'application/json' }) };
      const answer = await fetch(service.url + path, { method, headers, body: body ? JSON.stringify(body) : null });
      return (await answer.json()) as Record<string, any>;
    };
    const watches = await watchAll(ask);
    say(`  ${watches} watches, ${days} days`);
    const cpu = processorMs(service.pid);
    const backends = await backendsOf(session);
    const startedAt = performance.now();
    await ask('POST', '/v1/sandbox/clock/advance', { by: `${days}d` });
    await arrived(ask);
    const seconds = (performance.now() - startedAt) / 1000;
    const cpuAfter = processorMs(service.pid);
    const cpuMs = cpu === undefined || cpuAfter === undefined ? undefined : cpuAfter - cpu;
    const postgresMs = backendsMs(backends, await backendsOf(session));
    const checks = await proveOnce(session, watches, days);
    return { watches, checks, seconds, cpuMs, postgresMs, told: await toldIn(session) };
  } finally {
    await session.end();
    await service.stop();
  }
}

type Ask = (method: string, path: string, body?: object) => Promise<Record<string, any>>;

async function watchAll(ask: Ask): Promise<number> {
  const wanted = [
    ...REGISTERS.flatMap(({ code }) => ROLES.map((role) => [code, `Sandbox ${role} LLC`] as const)),
    ...(await samplesOf(ask)),
  ];
  let made = 0;
  for (const [jurisdiction, entity_name] of wanted.slice(0, 100)) {
    const { entity_id } = await ask('POST', '/v1/verify', { entity_name, jurisdiction });
    const { watch_id, error } = await ask('POST', '/v1/watches', { entity_id, every: '7d' });
    if (!watch_id) throw new Error(`${entity_name} in ${jurisdiction} cannot be watched: ${JSON.stringify(error)}`);
    made += 1;
  }
  return made;
}

async function samplesOf(ask: Ask): Promise<(readonly [string, string])[]> {
  const { jurisdictions } = await ask('GET', '/v1/config');
  const asked = new Set(REGISTERS.map(({ code }) => code));
  return (jurisdictions as { code: string; sample_names?: string[] }[])
    .filter(({ code }) => asked.has(code))
    .flatMap(({ code, sample_names: names = [] }) => names.map((name) => [code, name] as const));
}

async function arrived(ask: Ask): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
    if ((await ask('GET', '/v1/sandbox/clock'))['advancing_to'] === undefined) return;
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_EVERY_MS);
    });
  }
  throw new Error('the clock did not arrive');
}

/**
 * Throws unless each watch made all its regular checks once, and each completed check was charged
 * once. Returns the number of checks.
 */
async function proveOnce(session: Client, watches: number, days: number): Promise<number> {
  const { rows } = await session.query<{ jobs: number; unpaid: number; fewest: number; most: number }>(
    `select sum(made)::int as jobs, min(made)::int as fewest, max(made)::int as most, (
         select count(*)::int from jobs j
           left join (select job_id, count(*) as entries from ledger_entries group by job_id) l on l.job_id = j.id
           where j.watch_id is not null and j.status = 'completed' and l.entries is distinct from 1) as unpaid
       from (select count(*) as made from jobs where watch_id is not null group by watch_id) each`,
  );
  const { jobs = 0, unpaid = 0, fewest = 0, most = 0 } = rows[0] ?? {};
  const weeks = Math.floor(days / 7);
  if (unpaid !== 0) throw new Error(`${unpaid} checks were not paid for exactly once`);
  if (fewest < weeks || most > weeks + 1) {
    throw new Error(`${watches} watches had between ${fewest} and ${most} checks in ${weeks} weeks`);
  }
  return jobs;
}

/** Returns the feed in its order. Throws if that is not the order of the clock. */
async function toldIn(session: Client): Promise<Told[]> {
  const { rows } = await session.query<{ told: string; at: string }>(
    `select e.body::jsonb ->> 'sandbox_time' as at,
         concat_ws(' ', e.body::jsonb ->> 'sandbox_time', w.jurisdiction, n.record_id, e.type, e.body::jsonb ->> 'changes') as told
       from events e join watches w on w.id = e.watch_id join entities n on n.id = w.entity_id order by e.created_at, e.id`,
  );
  const times = rows.map(({ at }) => at);
  if (times.some((at, place) => place > 0 && at < times[place - 1]!)) throw new Error('events came out of order');
  return rows.map(({ told }) => told);
}
