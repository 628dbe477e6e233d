import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DataSource } from 'typeorm';
import { migrate, pendingMigrations } from '../../src/adapters/postgres/client/migrate.js';
import { until } from '../support/until.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';

const silent = () => undefined;

describe('migrate', () => {
  let database: TestDatabase;
  let directory: string;
  let dataSources: DataSource[];

  const connect = async (url = database.url) => {
    const dataSource = await new DataSource({
      type: 'postgres',
      url,
      poolSize: 3,
      extra: { statement_timeout: 300 },
    }).initialize();
    dataSources.push(dataSource);
    return dataSource;
  };
  const write = (name: string, sql: string) =>
    fs.writeFile(path.join(directory, name), `-- Needed by this test.\n${sql}\n`);

  beforeEach(async () => {
    dataSources = [];
    database = await createEmptyDatabase();
    directory = await fs.mkdtemp(path.join(os.tmpdir(), 'standing-migrations-'));
    await write('0001_boxes.sql', 'create table boxes (id int primary key);\ninsert into boxes values (1);');
    await write('0002_lids.sql', 'create table lids (id int primary key);');
  });

  afterEach(async () => {
    for (const dataSource of dataSources) await dataSource.destroy();
    await database.drop();
    await fs.rm(directory, { recursive: true });
  });

  it('applies files in order and once, and reports them', async () => {
    const dataSource = await connect();
    expect(await pendingMigrations(dataSource, directory)).toEqual(['0001_boxes', '0002_lids']);

    const lines: string[] = [];
    await migrate(dataSource, directory, (line) => lines.push(line));
    expect(lines).toEqual(['migrated 0001_boxes, 0002_lids']);
    expect(await pendingMigrations(dataSource, directory)).toEqual([]);

    await write('0003_labels.sql', 'create table labels (id int primary key);');
    await migrate(dataSource, directory, (line) => lines.push(line));
    expect(lines.slice(1)).toEqual(['migrated 0003_labels']);
    expect(await dataSource.query('select id from boxes')).toEqual([{ id: 1 }]);
  });

  it('retries while a table is locked, and does not block other sessions', async () => {
    const [migrating, reading, third] = [await connect(), await connect(), await connect()];
    await migrate(migrating, directory, silent);
    await write('0003_alter.sql', 'alter table boxes add column size int;');
    const reader = reading.createQueryRunner();
    await reader.startTransaction();
    await reader.query('select id from boxes');
    let migrated = false;
    const lines: string[] = [];
    const migration = migrate(migrating, directory, (line) => lines.push(line)).then(() => (migrated = true));
    await until(async () => lines.includes('a table is locked by another session; retrying'));
    expect(await third.query('select id from boxes')).toEqual([{ id: 1 }]);
    expect(migrated).toBe(false);
    await reader.commitTransaction();
    await reader.release();
    await migration;
    expect(lines.at(-1)).toBe('migrated 0003_alter');
    expect(await third.query('select size from boxes')).toEqual([{ size: null }]);
  });

  it('applies each file once when processes start together', async () => {
    await write('0003_slow.sql', 'select pg_sleep(0.4); create table slow (id int);');
    const all = await Promise.all(Array.from({ length: 4 }, () => connect()));
    await Promise.all(all.map((dataSource) => migrate(dataSource, directory, silent)));
    expect(await all[0]!.query('select id from boxes')).toEqual([{ id: 1 }]);
    expect(await pendingMigrations(all[0]!, directory)).toEqual([]);
  });

  it('refuses a database that a newer version has migrated', async () => {
    const dataSource = await connect();
    await migrate(dataSource, directory, silent);
    await fs.rm(path.join(directory, '0002_lids.sql'));
    await expect(migrate(dataSource, directory, silent)).rejects.toThrow(
      /ahead of this program.*lids0000000000002.*0001_boxes/,
    );
  });

  it('refuses a file that was edited after it was applied, and changes nothing', async () => {
    const dataSource = await connect();
    await migrate(dataSource, directory, silent);
    await write('0001_boxes.sql', 'create table boxes (id bigint primary key);');
    await write('0003_labels.sql', 'create table labels (id int primary key);');
    await expect(migrate(dataSource, directory, silent)).rejects.toThrow(/0001_boxes was edited/);
    expect(await pendingMigrations(dataSource, directory)).toEqual(['0003_labels']);
  });

  it('rolls back a file that fails half-way, and names it', async () => {
    const dataSource = await connect();
    await write('0003_broken.sql', 'create table labels (id int);\ncreate table boxes (id int);');
    await expect(migrate(dataSource, directory, silent)).rejects.toThrow(
      /0003_broken failed: relation "boxes" already exists/,
    );
    expect(await pendingMigrations(dataSource, directory)).toEqual(['0003_broken']);

    await write('0003_broken.sql', 'create table labels (id int);');
    await migrate(dataSource, directory, silent);
    expect(await pendingMigrations(dataSource, directory)).toEqual([]);
  });

  it('refuses a folder where two files share a number, or where one gives no reason', async () => {
    const dataSource = await connect();
    await write('0002_labels.sql', 'select 1;');
    await expect(migrate(dataSource, directory, silent)).rejects.toThrow(/another file has the same number/);
    await fs.rm(path.join(directory, '0002_labels.sql'));
    await fs.writeFile(path.join(directory, '0003_labels.sql'), 'select 1;');
    await expect(migrate(dataSource, directory, silent)).rejects.toThrow(/must say why/);
  });

  describe('functions', () => {
    const writeFunction = async (name: string, sql: string) => {
      await fs.mkdir(path.join(directory, 'functions'), { recursive: true });
      await write(`functions/${name}.sql`, sql);
    };
    const sizeOf = (box: number, size: string) =>
      writeFunction(
        'size_of_box',
        `create or replace function size_of_box(box integer) returns integer language sql as $$ select ${size} where box = ${box} $$;`,
      );

    it('applies each text once, in whatever order they call each other', async () => {
      const dataSource = await connect();
      await sizeOf(1, 'size_of_lid()');
      await writeFunction(
        'size_of_lid',
        'create function size_of_lid() returns integer language sql as $$ select count(*)::integer from lids $$;',
      );
      expect(await pendingMigrations(dataSource, directory)).toEqual([
        '0001_boxes',
        '0002_lids',
        'functions/size_of_box',
        'functions/size_of_lid',
      ]);
      await migrate(dataSource, directory, silent);
      expect(await dataSource.query('select size_of_box(1) as size')).toEqual([{ size: 0 }]);
      expect(await pendingMigrations(dataSource, directory)).toEqual([]);
      // Without `or replace`, `create` fails the second time.
      await migrate(dataSource, directory, silent);
    });

    it('replaces a function after the tables when its text has changed', async () => {
      const dataSource = await connect();
      await sizeOf(1, '7');
      await migrate(dataSource, directory, silent);
      await sizeOf(1, 'count(*)::integer from labels');
      await write('0003_labels.sql', 'create table labels (id int primary key);');
      const lines: string[] = [];
      await migrate(dataSource, directory, (line) => lines.push(line));
      expect(lines).toEqual(['migrated 0003_labels', 'replaced functions/size_of_box']);
    });

    it('creates the functions that triggers call before their tables', async () => {
      const dataSource = await connect();
      await writeFunction(
        'keep_label',
        `create or replace function keep_label() returns trigger language plpgsql as $$ begin return old; end $$;`,
      );
      await write(
        '0003_labels.sql',
        'create table labels (id int primary key);\ncreate trigger keep before update on labels for each row execute function keep_label();',
      );
      await migrate(dataSource, directory, silent);
      await dataSource.query('insert into labels values (1); update labels set id = 2');
      expect(await dataSource.query('select id from labels')).toEqual([{ id: 1 }]);
    });

    it('refuses to restore an older text', async () => {
      const dataSource = await connect();
      for (const size of ['7', '8']) {
        await sizeOf(1, size);
        await migrate(dataSource, directory, silent);
      }
      await sizeOf(1, '7');
      await expect(migrate(dataSource, directory, silent)).rejects.toThrow(
        /ahead of this program.*replaced functions\/size_of_box/,
      );
      expect(await pendingMigrations(dataSource, directory)).toEqual([]);
      expect(await dataSource.query('select size_of_box(1) as size')).toEqual([{ size: 8 }]);
    });

    it('rolls back every function when one fails, and names it', async () => {
      const dataSource = await connect();
      await sizeOf(1, '7');
      await writeFunction('broken', 'create function broken() returns nothing language sql as $$ select $$;');
      await expect(migrate(dataSource, directory, silent)).rejects.toThrow(
        /functions\/broken failed: type "nothing" does not exist/,
      );
      expect(await pendingMigrations(dataSource, directory)).toEqual(['functions/broken', 'functions/size_of_box']);
    });
  });

  it('brings a database up to date with the files of this program', async () => {
    const migrated = await createTestDatabase();
    try {
      const dataSource = await connect(migrated.url);
      expect(await pendingMigrations(dataSource, 'migrations')).toEqual([]);
      await dataSource.destroy();
      dataSources.pop();
    } finally {
      await migrated.drop();
    }
  });
});

describe('a database function', () => {
  it('is never JIT-compiled when it forbids a plan', async () => {
    const database = await createTestDatabase();
    const dataSource = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    const told = await dataSource.query<{ name: string; compiled: boolean }[]>(
      `select proname as name, not ('jit=off' = any (proconfig)) as compiled from pg_proc
        where pronamespace = 'public'::regnamespace and array_to_string(proconfig, ',') ~ 'enable_[a-z]+=off'`,
    );
    await dataSource.destroy();
    await database.drop();
    expect(told.map(({ name }) => name)).toContain('commit_batch');
    expect(told.filter(({ compiled }) => compiled)).toEqual([]);
  });
});
