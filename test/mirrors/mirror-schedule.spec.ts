import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { iowaFile } from '@standing/sandbox/registers/us-ia/played';
import { zip } from '@standing/sandbox/bulk/zip';
import { FOUND_COMPANIES } from '@standing/sandbox/companies/found-companies';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startProgram, type Program } from '../support/program.js';
import { describeWithRedis } from '../support/redis.js';
import { until } from '../support/until.js';

interface Publisher {
  url: string;
  downloads: number;
  outOfOrder: boolean;
  close: () => void;
}

async function startPublisher(): Promise<Publisher> {
  const file = zip(new Map([['rows.json', iowaFile(FOUND_COMPANIES)]]));
  const server = http.createServer((_, response) => {
    publisher.downloads += 1;
    if (publisher.outOfOrder) response.writeHead(410).end('{}');
    else response.writeHead(200, { 'content-type': 'application/zip', etag: '"one"' }).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const publisher: Publisher = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    downloads: 0,
    outOfOrder: false,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return publisher;
}

describeWithRedis('two processes of one installation with MIRROR_REFRESH', (redisUrl) => {
  let database: TestDatabase;
  let publisher: Publisher;
  let running: Program[] = [];
  beforeEach(async () => {
    database = await createTestDatabase();
    publisher = await startPublisher();
  });
  afterEach(async () => {
    await Promise.all(running.map((program) => program.stop()));
    running = [];
    publisher.close();
    await database.drop();
  });

  const start = async (every: string): Promise<Program> => {
    const program = await startProgram({
      DATABASE_URL: database.url,
      REDIS_URL: redisUrl,
      REGISTRY_US_IA_URL: publisher.url,
      MIRROR_REFRESH: every,
    });
    running.push(program);
    return program;
  };
  const comeDue = async () => {
    const source = await createDataSource({ url: database.url, poolSize: 1 }).initialize();
    await source.query(`update schedules set due_at = now() where name = 'the update of the mirror us-ia'`);
    await source.destroy();
  };
  /** Returns the log lines of all processes that contain the words. */
  const said = (words: string) => running.flatMap(({ output }) => output.filter((line) => line.includes(words)));
  const counted = async (outcome: string): Promise<number> => {
    const texts = await Promise.all(running.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()));
    const sample = new RegExp(`^standing_mirror_refreshes_total\\{(?=.*outcome="${outcome}").*\\} (\\d+)$`, 'm');
    return texts.reduce((sum, text) => sum + Number(sample.exec(text)?.[1] ?? 0), 0);
  };
  /** Stops all processes. Each first finishes the check it began at its start. */
  const stopAll = () => Promise.all(running.map((program) => program.stop()));

  it('updates a mirror once', async () => {
    const [first] = await Promise.all([start('1h'), start('1h')]);
    await until(() => said('mirror updated').length > 0);
    expect(await counted('done')).toBe(1);
    const { jurisdictions } = (await (await fetch(`${first.url}/v1/jurisdictions`)).json()) as {
      jurisdictions: { code: string; as_of?: string }[];
    };
    expect(jurisdictions.find(({ code }) => code === 'us-ia')?.as_of).toMatch(/^\d{4}-\d\d-\d\d$/);
    // A process that starts later finds it done.
    await start('1h');
    await stopAll();
    expect(said('mirror updated')).toEqual([expect.stringContaining('"source":"us-ia"')]);
    expect(said('could not be updated')).toEqual([]);
    expect(publisher.downloads).toBe(1);
  });

  it('logs and counts a failed update once with its reason, and retries when it is due', async () => {
    publisher.outOfOrder = true;
    await Promise.all([start('1h'), start('1h')]);
    await until(() => said('could not be updated').length > 0);
    expect(await counted('failed')).toBe(1);
    await stopAll();
    expect(said('could not be updated')).toEqual([
      expect.stringMatching(/"reason":"127\.0\.0\.1:\d+ answered HTTP 410"/),
    ]);
    expect(publisher.downloads).toBe(1);

    publisher.outOfOrder = false;
    await comeDue();
    running = [];
    await Promise.all([start('1h'), start('1h')]);
    await until(() => said('mirror updated').length > 0);
    expect(await counted('done')).toBe(1);
  });
});
