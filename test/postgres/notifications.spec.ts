import { EventEmitter } from 'node:events';
import { Notifications } from '../../src/adapters/postgres/cache/notifications.js';
import type { Database, Session } from '../../src/adapters/postgres/client/database.js';
import { MemoryLog } from '../support/fakes.js';

describe('a listening connection', () => {
  it('fails its caller when it is lost before it listens, and is not reopened', async () => {
    const lost = new Error('the connection was lost');
    const client = Object.assign(new EventEmitter(), {
      query: async () => {
        client.emit('error', lost);
        throw lost;
      },
    });
    let ended = 0;
    const session = { client, end: () => (ended += 1) } as unknown as Session;
    const log = new MemoryLog();
    const notifications = new Notifications({ connect: async () => session } as unknown as Database, ['a'], log);
    await expect(notifications.open()).rejects.toBe(lost);
    expect([log.lines, ended, notifications.unbrokenSince]).toEqual([[], 1, undefined]);
  });
});
