import type { Database } from '../../src/adapters/postgres/client/database.js';
import type { Notifications } from '../../src/adapters/postgres/cache/notifications.js';
import { PostgresJurisdictionSwitches } from '../../src/adapters/postgres/registries/jurisdiction-switches.js';
import { MemoryLog } from '../support/fakes.js';

describe('PostgresJurisdictionSwitches', () => {
  it('reads the table one time after another, so that the last read counts', async () => {
    const tables = [[], [{ code: 'us-co' }], [{ code: 'us-ct' }]];
    let underWay = 0;
    let most = 0;
    const table = async () => {
      most = Math.max(most, (underWay += 1));
      const rows = tables.shift();
      await Promise.resolve();
      underWay -= 1;
      return rows;
    };
    let switched = () => {};
    const on = (_payload: string, told: () => void) => {
      switched = told;
      return () => {};
    };
    const switches = new PostgresJurisdictionSwitches(
      { table } as unknown as Database,
      { on } as unknown as Notifications,
      new MemoryLog(),
    );
    await switches.open();
    switched();
    switched();
    await switches.onApplicationShutdown();
    expect({ most, off: [...switches.off], left: tables }).toEqual({ most: 1, off: ['us-ct'], left: [] });
  });
});
