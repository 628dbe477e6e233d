// Carries out ledger movements in parallel lanes until they are done or the process is killed.
import { once } from 'node:events';
import { createDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { LedgerWork, type Movement } from '../billing/ledger-work.js';

interface Task {
  url: string;
  run: string;
  lanes: Movement[][];
}

const [given] = (await once(process, 'message')) as [Task];
const dataSource = await createDataSource({ url: given.url, poolSize: given.lanes.length }).initialize();
const work = new LedgerWork(new Database(dataSource), given.run);
process.send?.('started');
await Promise.all(
  given.lanes.map(async (lane) => {
    for (const movement of lane) await work.carryOut(movement);
  }),
);
await dataSource.destroy();
process.disconnect();
