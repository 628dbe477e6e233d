import { createHash } from 'node:crypto';
import { PostgresAccounts } from '../../src/adapters/postgres/accounts/accounts.js';
import { AddressDigests } from '../../src/adapters/postgres/accounts/address-digests.js';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { SecretBox, UnknownKey } from '../../src/adapters/postgres/client/secret-box.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { REMEMBERS_NOBODY } from '../support/fakes.js';

const ADDRESS = 'grants@example.com';
const [FIRST, SECOND] = ['first passphrase of 32 characters', 'second passphrase of 32 character'];
const bare = (address: string) => createHash('sha256').update(address).digest();

let database: TestDatabase;
let dataSource: PostgresDataSource;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url, poolSize: 4 }).initialize();
  db = new Database(dataSource);
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

const claims = async (box: SecretBox, address: string) => {
  const digests = new AddressDigests(db, box);
  await digests.open();
  const accounts = new PostgresAccounts(db, REMEMBERS_NOBODY, digests);
  return db.interactive((tx) => accounts.claimFreeCredits(tx, address));
};

it('stores no bare hash of an address, and recognizes the address again', async () => {
  const once = await Promise.all(Array.from({ length: 8 }, () => claims(new SecretBox(FIRST), ADDRESS)));
  expect(once.filter(Boolean)).toHaveLength(1);
  const kept = await db.rows<{ email_digest: Buffer }>('select email_digest from free_credit_grants');
  expect(kept).toHaveLength(1);
  expect(kept[0]!.email_digest.equals(bare(ADDRESS))).toBe(false);
});

it('recognizes an address after ENCRYPTION_KEY is replaced, and needs the old key only once', async () => {
  expect(await claims(new SecretBox(SECOND, FIRST), ADDRESS)).toBe(false);
  expect(await claims(new SecretBox(SECOND), ADDRESS)).toBe(false);
  await expect(claims(new SecretBox(FIRST), ADDRESS)).rejects.toBeInstanceOf(UnknownKey);
});

it('recognizes the addresses of earlier versions', async () => {
  await db.change('insert into free_credit_grants (email_digest) values ($1)', [bare('before@example.com')]);
  expect(await claims(new SecretBox(SECOND), 'before@example.com')).toBe(false);
  expect(await claims(new SecretBox(SECOND), 'after@example.com')).toBe(true);
});
