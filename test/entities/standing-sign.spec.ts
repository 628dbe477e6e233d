import { STANDINGS, standingSign } from '../../src/core/entities/verified-entity.js';
import { ENTITY_STATUSES } from '../../src/core/registries/record.js';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

describe('the standing sign', () => {
  it('follows the status first, then what the register states, then what is inferred', () => {
    const hint = (goodStanding: boolean) => ({ goodStanding, because: 'for a reason' });
    expect([
      standingSign({ status: 'active', goodStanding: true }),
      standingSign({ status: 'dissolved', goodStanding: true }),
      standingSign({ status: 'revoked', goodStanding: null }),
      standingSign({ status: 'suspended', goodStanding: null }),
      standingSign({ status: 'active', goodStanding: false }),
      standingSign({ status: 'active', goodStanding: null, standingHint: hint(false) }),
      standingSign({ status: 'active', goodStanding: null, standingHint: hint(true) }),
      standingSign({ status: 'unknown', goodStanding: null }),
    ]).toEqual(['good', 'ended', 'ended', 'not_good', 'not_good', 'not_good', 'not_stated', 'not_stated']);
  });

  describe('of a row that ended before its standing was stored', () => {
    let database: TestDatabase;
    let session: Client;
    beforeAll(async () => {
      database = await createTestDatabase();
      session = new Client({ connectionString: database.url });
      await session.connect();
    });
    afterAll(async () => {
      await session.end();
      await database.drop();
    });

    it('is the same by the rule of the database', async () => {
      const cases = ENTITY_STATUSES.flatMap((status) =>
        [true, false, null].map((goodStanding) => ({ status, goodStanding })),
      );
      const { rows } = await session.query<{ sign: string }>(
        `select row_standing(jsonb_populate_record(null::batch_rows, jsonb_build_object(
             'outcome', 'found', 'status', c ->> 'status', 'good_standing', c -> 'goodStanding'))) as sign
           from jsonb_array_elements($1::jsonb) c`,
        [JSON.stringify(cases)],
      );
      expect(rows.map(({ sign }) => sign)).toEqual(cases.map(standingSign));
      expect(new Set(rows.map(({ sign }) => sign))).toEqual(new Set(STANDINGS));
    });
  });
});
