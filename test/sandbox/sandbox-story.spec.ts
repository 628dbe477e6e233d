import { REGISTERS } from '../../src/registers/registers.js';
import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import type { SandboxWatchClock } from '../../src/adapters/postgres/watches/sandbox-clock.js';
import { WatchClock } from '../../src/core/watches/ports.js';
import { BEGAN_AT } from '@standing/sandbox/script';
import { headersAt, type Sandbox, startSandbox } from '@standing/sandbox';
import { MemoryLog } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { until } from '../support/until.js';

const DAY_MS = 86_400_000;
const COMPANIES = ['Renamed', 'Dissolving', 'Flapping', 'Blind', 'Moving'];

let service: Service;
let sandbox: Sandbox;
let registries: ConfiguredRegistries;
let receiver: Receiver;

beforeEach(async () => {
  let world: SandboxWatchClock | undefined;
  sandbox = await startSandbox({ now: () => world?.now() ?? BEGAN_AT });
  registries = new ConfiguredRegistries({
    registers: REGISTERS,
    mode: 'sandbox',
    sandboxOrigin: sandbox.origin,
    sandboxHeadersAt: headersAt,
    urls: {},
    credentials: {},
    timeoutMs: 20_000,
    log: new MemoryLog(),
  });
  receiver = await startReceiver();
  service = await startService({
    registries,
    env: { WEBHOOK_ALLOW_PRIVATE: 'true' },
    prepare: (app) => (world = app.get<SandboxWatchClock>(WatchClock)),
  });
});

afterEach(async () => {
  await service.close();
  await registries.close();
  await sandbox.close();
  await receiver.close();
});

/** Returns the codes of a change, and the day of the story on which the check saw it. */
function inShort({ event, changes, observed_between: looks, sandbox_time: at }: Record<string, any>): string {
  const day = Math.floor((Date.parse(looks?.[1] ?? at) - BEGAN_AT.getTime()) / DAY_MS);
  return `${day} ${changes ? changes.map(({ code }: { code: string }) => code).join('+') : event}`;
}

it('reports every scripted change once, in order, on its day, in the feed and at the endpoint', async () => {
  const { key } = await service.signUp();
  await service.db.rows(
    `insert into ledger_entries (account_id, type, amount, description) select id, 'adjustment', 5000, 'for a test' from accounts`,
  );
  const roles = new Map<string, string>();
  for (const role of COMPANIES) {
    const asked = { entity_name: `Sandbox ${role} LLC`, jurisdiction: 'us-co', tier: 'deep' };
    const { body } = await service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=20' }, body: asked });
    const order = { entity_id: body.entity_id, every: '1d', tier: 'deep', webhook_url: receiver.url };
    const watch = await service.ask('POST', '/v1/watches', { key, body: order });
    expect(watch.status).toBe(201);
    roles.set(watch.body.watch_id, role);
  }
  await service.ask('POST', '/v1/sandbox/clock/advance', { key, body: { by: '40d' } });
  await until(async () => (await service.ask('GET', '/v1/sandbox/clock', { key })).body.advancing_to === undefined);
  const { body } = await service.ask('GET', '/v1/webhooks/events?limit=100', { key });
  const events: Record<string, any>[] = body.events.map(({ payload }: { payload: object }) => payload);
  const of = (role: string) => events.filter(({ watch_id: id }) => roles.get(id) === role).map(inShort);
  expect(Object.fromEntries(COMPANIES.map((role) => [role, of(role)]))).toEqual({
    Renamed: ['10 NAME_CHANGED+FILED'],
    Dissolving: ['30 DISSOLVED+GOOD_STANDING_LOST+FILED'],
    Flapping: [7, 14, 21, 28, 35].map(
      (day, at) => `${day} STATUS_CHANGED+GOOD_STANDING_${at % 2 === 0 ? 'LOST' : 'REGAINED'}`,
    ),
    Blind: ['6 watch.blind', '8 watch.sighted'],
    Moving: ['20 ADDRESS_CHANGED'],
  });
  const times = events.map(({ sandbox_time: at }) => Date.parse(at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  // Forty checks each, minus the three that got no answer.
  const rows = await service.db.rows<{ net: string }>(
    `select -sum(amount) as net from ledger_entries where watch_id is not null`,
  );
  expect(Number(rows[0]?.net)).toBe((COMPANIES.length * 40 - 3) * 15);
  await receiver.first(events.length);
  const sent = (id: string) => receiver.received.map(({ json }) => json).filter(({ watch_id: watch }) => watch === id);
  for (const id of roles.keys()) expect(sent(id)).toEqual(events.filter(({ watch_id: watch }) => watch === id));
});
