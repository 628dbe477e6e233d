import type { Pool, PoolClient } from 'pg';
import { Outage } from '../../src/adapters/postgres/client/outage.js';

describe('an outage of Postgres', () => {
  it('closes every connection once, idle or in use', async () => {
    const closed: string[] = [];
    const idle = ['first', 'second'].map((name) => ({
      release: (broken: boolean) => closed.push(`${name} ${broken ? 'broken' : 'kept'}`),
    }));
    const pool = { idleCount: idle.length, connect: () => Promise.resolve(idle.shift()) };
    const busy = { end: () => Promise.resolve(closed.push('busy')) };
    const outage = new Outage(pool as unknown as Pool, new Set([busy as unknown as PoolClient]));
    const cause = new Error('no route to the host');
    outage.begin(cause);
    outage.begin(new Error('still none'));
    await new Promise(setImmediate);
    expect(closed.toSorted()).toEqual(['busy', 'first broken', 'second broken']);
    expect(outage.cause).toBe(cause);
    outage.end();
    expect(outage.cause).toBeUndefined();
  });
});
