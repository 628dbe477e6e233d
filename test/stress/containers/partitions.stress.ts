import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Books } from '../chaos/books.js';
import { check } from '../chaos/checker.js';
import { OutsideChild } from '../chaos/outside-child.js';
import { readRecord } from '../chaos/record.js';
import { startEngine, whyNot, type Container, type Engine } from './engine.js';
import { cut } from './partition.js';
import { createTrialKey, TRIED_OUT } from './projects.js';
import { describeWhere } from '../../support/where.js';

const CUT_MS = 30_000;
const CALM_MS = 3_000;
const NODE_USER = 1000;

const reason =
  whyNot('long') ?? (process.getuid?.() === 0 ? undefined : 'only root can cut the network of a container');
const describeWithEngine = describeWhere(reason === undefined, reason ?? '');

describeWithEngine('containers whose network is cut for half a minute while customers go on', () => {
  let engine: Engine;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'standing-partitions-'));
    const outbox = join(folder, 'outbox');
    await mkdir(outbox, { mode: 0o700 });
    await chown(outbox, NODE_USER, NODE_USER);
    createTrialKey();
    engine = await startEngine({
      ...TRIED_OUT,
      name: 'standing-cut',
      files: [...TRIED_OUT.files, 'test/stress/containers/outbox.yml'],
      env: { OUTBOX: outbox },
    });
    await engine.compose('down', '--volumes');
    await engine.compose('build');
    await engine.up();
  });
  afterAll(async () => {
    await engine.close();
    await rm(folder, { recursive: true });
  });

  it.each([
    ['an API process from Postgres', 'postgres', async () => (await engine.containers('api')).slice(0, 1)],
    ['both API processes and both workers from Redis', 'redis', () => engine.containers('api', 'worker')],
  ])('keeps every promise: %s', async (title, peer, choose) => {
    const record = join(folder, `${peer}.jsonl`);
    const customers = new OutsideChild(
      {
        addresses: ['http://127.0.0.1:3000'],
        outbox: join(folder, 'outbox'),
        record,
        knownName: 'Imaginary Lanterns LLC',
        host: await engine.gateway('default'),
      },
      engine.through,
    );
    const [other] = (await engine.containers(peer)) as [Container];
    try {
      await customers.opened;
      await sleep(CALM_MS);
      const heal = await cut(other, await choose());
      await sleep(CUT_MS);
      await heal();
      await sleep(CALM_MS);
      await customers.finish(() => undefined);
    } finally {
      customers.kill();
    }
    const lines = readRecord(record);
    expect(lines.filter(({ line }) => line === 'asked').length).toBeGreaterThan(100);
    expect(check(lines, await books())).toEqual({ unanswered: [], lost: [], doubled: [], wrong: [] });
    for (const { State, RestartCount } of await engine.containers('api', 'worker'))
      expect([title, State.Health?.Status, RestartCount]).toEqual([title, 'healthy', 0]);
  });

  /** Reads the books from a network that reaches the database. */
  async function books(): Promise<Books> {
    const [{ NetworkSettings }] = (await engine.containers('postgres')) as [Container];
    const [{ IPAddress }] = Object.values(NetworkSettings.Networks) as [{ IPAddress: string }];
    const reader = engine.caller('books-process.ts', `postgres://standing:standing@${IPAddress}:5432/standing`);
    return JSON.parse(await text(reader.stdout!)) as Books;
  }
});
