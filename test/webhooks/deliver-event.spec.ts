import { NoTracing } from '../../src/adapters/in-process/left-out.js';
import { createDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { PostgresDeliveries } from '../../src/adapters/postgres/webhooks/deliveries.js';
import { PostgresEvents } from '../../src/adapters/postgres/webhooks/events.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import type { Id } from '../../src/core/ids.js';
import { Clock } from '../../src/core/ports.js';
import type { Task } from '../../src/core/tasks/ports.js';
import { AttemptDelivery } from '../../src/core/webhooks/attempt-delivery.js';
import { DeliverEvent } from '../../src/core/webhooks/deliver-event.js';
import { DestinationLimiter } from '../../src/core/concurrency/destination-limiter.js';
import { Resolver, Sender, WebhookSecrets } from '../../src/core/webhooks/ports.js';
import { AddressGuard } from '../../src/core/webhooks/public-address.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/until.js';
import { completed, LosingTasks, seedJobs } from '../support/webhook-rows.js';
import { webhookBody } from '../../src/modules/webhooks/webhooks.response.js';

class SetClock extends Clock {
  ms = Date.now();

  now(): Date {
    return new Date(this.ms);
  }
}

class FixedSecrets extends WebhookSecrets {
  async of() {
    return { current: 'whsec_c2VjcmV0', previous: undefined };
  }

  async rotate() {
    return this.of();
  }
}

class FixedResolver extends Resolver {
  async addresses() {
    return ['8.8.8.8'];
  }
}

class CountingSender extends Sender {
  sent = 0;

  async send() {
    this.sent += 1;
    return { status: 204, body: '' };
  }
}

let database: TestDatabase;
let dataSource: ReturnType<typeof createDataSource>;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url, poolSize: 8 }).initialize();
  db = new Database(dataSource);
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

let clock: SetClock;
let sender: CountingSender;
let destinationLimiter: DestinationLimiter;
let deliveries: PostgresDeliveries;
let deliverEvent: DeliverEvent;

beforeEach(() => {
  clock = new SetClock();
  sender = new CountingSender();
  destinationLimiter = new DestinationLimiter(() => clock.ms);
  deliveries = new PostgresDeliveries(db);
  const attempts = new AttemptDelivery(
    new AddressGuard(new FixedResolver(), false),
    new FixedSecrets(),
    sender,
    clock,
    new NoTracing(),
  );
  deliverEvent = new DeliverEvent(deliveries, attempts, destinationLimiter, new LosingTasks(), new PrometheusMetrics());
});

let hosts = 0;
async function pendingDeliveries(count: number) {
  const host = `destination-${++hosts}.example.test`;
  const { accountId, jobIds } = await seedJobs(db, `https://${host}/hook`, count);
  const events = new PostgresEvents(db, { of: webhookBody });
  for (const id of jobIds) await db.commit([events.record(completed(id))]);
  const list = async () => (await deliveries.list(accountId, { limit: 100, offset: 0 })).items;
  const taskFor = (id: Id<'dlv'>): Task => ({
    kind: 'delivery',
    id,
    claimNumber: 1,
    destination: host,
    accountId,
  });
  return { host, list, tasks: (await list()).map(({ id }) => taskFor(id)) };
}

const runAll = (tasks: Task[]) => Promise.all(tasks.map((task) => deliverEvent.run(task)));

describe('DeliverEvent', () => {
  it('holds deliveries to a dead destination without an attempt, and sends them when it is back', async () => {
    const { host, list, tasks } = await pendingDeliveries(30);
    for (let i = 0; i < 20; i++) destinationLimiter.recordAttempt(host, false, 10_000);
    await runAll(tasks);
    expect(sender.sent).toBe(0);
    expect(new Set((await list()).map(({ status, attempts }) => `${status} ${attempts.length}`))).toEqual(
      new Set(['pending 0']),
    );

    clock.ms += 5_000;
    await runAll(tasks.slice(0, 2));
    expect(sender.sent).toBe(30);
    expect(new Set((await list()).map(({ status, attempts }) => `${status} ${attempts.length}`))).toEqual(
      new Set(['delivered 1']),
    );
  });

  it('sends the deliveries beyond its capacity, even when the queue has lost them', async () => {
    const { list, tasks } = await pendingDeliveries(60);
    await runAll(tasks);
    expect(sender.sent).toBe(60);
    expect((await list()).every(({ status }) => status === 'delivered')).toBe(true);
  });

  it('sends nothing twice for a repeated task, and nothing for a missing delivery', async () => {
    const { tasks } = await pendingDeliveries(1);
    await runAll([...tasks, ...tasks, ...tasks]);
    const [task] = tasks;
    if (!task) throw new Error('there is no task');
    await deliverEvent.run({ ...task, id: 'dlv_01kaaaaaaaaaaaaaaaaaaaaaaa' });
    await deliverEvent.run({ ...task, id: 'nonsense' });
    expect(sender.sent).toBe(1);
  });

  it('leaves a task without a destination to the sweep, whose tasks have one', async () => {
    const { tasks, list } = await pendingDeliveries(1);
    await runAll(tasks.map(({ kind, id, claimNumber }) => ({ kind, id, claimNumber })));
    expect(sender.sent).toBe(0);
    const [pending] = await list();
    const due = await until(async () => (await deliveries.due(100)).find(({ id }) => id === pending?.id));
    await runAll([{ kind: 'delivery', ...due }]);
    expect(sender.sent).toBe(1);
  });

  it('starts nothing after it was stopped', async () => {
    const { tasks } = await pendingDeliveries(40);
    deliverEvent.stop();
    await runAll(tasks);
    expect(sender.sent).toBe(0);
  });
});
