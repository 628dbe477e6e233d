import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createDataSource, Database } from '../../../src/adapters/postgres/client/database.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

let database: TestDatabase;
let dataSource: DataSource;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url, poolSize: 4 }).initialize();
  db = new Database(dataSource);
  await db.change('create table notes (text text primary key)');
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

const note = (text: string) => db.change('insert into notes values ($1)', [text]);
const isNoted = async (text: string) => (await db.row('select from notes where text = $1', [text])) !== undefined;

/** A transaction that notes `text` and ends when it is told to; whether it knows by then that it is one. */
async function openTransaction(text: string) {
  let commit = () => {};
  let rollBack = (_reason: Error) => {};
  const told = new Promise<void>((resolve, reject) => {
    [commit, rollBack] = [resolve, reject];
  });
  let ended: Promise<boolean> | undefined;
  await new Promise<void>((begun) => {
    ended = db.interactive(async () => {
      begun();
      await told;
      await note(text);
      return db.inTransaction;
    });
  });
  return { commit, rollBack, ended };
}

describe('a transaction', () => {
  it('knows its statements, whatever others begin and end meanwhile', async () => {
    const first = await openTransaction('first');
    const second = await openTransaction('second');
    first.commit();
    expect(await first.ended).toBe(true);
    expect(db.inTransaction).toBe(false);

    const third = await openTransaction('third');
    second.commit();
    expect(await second.ended).toBe(true);
    third.rollBack(new Error('changed my mind'));
    await expect(third.ended).rejects.toThrow('changed my mind');
    expect(await Promise.all(['first', 'second', 'third'].map(isNoted))).toEqual([true, true, false]);
  });

  it('undoes its statements when it fails after all others have ended', async () => {
    const other = await openTransaction('other');
    const failing = db.interactive(async () => {
      await other.ended;
      await note('undone');
      throw new Error('too late');
    });
    other.commit();
    await expect(failing).rejects.toThrow('too late');
    expect([await isNoted('other'), await isNoted('undone')]).toEqual([true, false]);
  });

  it('leaves nothing behind for the statements that come after it', async () => {
    await db.interactive(() => note('committed'));
    await note('by itself');
    await expect(db.interactive(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(db.inTransaction).toBe(false);
    expect(await isNoted('by itself')).toBe(true);
  });
});
