import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

const FILE_NAME = /^(\d{4})_([a-z0-9_]+)\.sql$/;
const FUNCTIONS = 'functions';

export interface SqlFile {
  /** The path without its extension: `0001_accounts`, or `functions/commit_batch`. */
  title: string;
  sql: string;
  checksum: string;
}

export interface MigrationName {
  title: string;
  /** The name TypeORM records. It must end in thirteen digits, by which TypeORM orders. */
  name: string;
}

export type MigrationFile = SqlFile & MigrationName;

export interface FunctionFile extends SqlFile {
  name: string;
  /** Called by a trigger, so it must exist before the trigger's table is created. */
  isForTriggers: boolean;
}

export async function migrationNames(directory: string): Promise<MigrationName[]> {
  return (await fileNamesIn(directory)).map(namesOf);
}

export async function readMigrations(directory: string): Promise<MigrationFile[]> {
  const fileNames = await fileNamesIn(directory);
  const numbers = fileNames.map((name) => name.slice(0, 4));
  const twice = fileNames.find((name, index) => numbers.indexOf(name.slice(0, 4)) !== index);
  if (twice) throw new Error(`migration ${twice}: another file has the same number`);
  return Promise.all(
    fileNames.map(async (fileName) => ({ ...namesOf(fileName), ...(await readSql(directory, fileName)) })),
  );
}

export async function readFunctions(directory: string): Promise<FunctionFile[]> {
  const folder = path.join(directory, FUNCTIONS);
  const fileNames = await fileNamesIn(folder).catch(() => []);
  return Promise.all(
    fileNames.map(async (fileName) => {
      const file = await readSql(directory, path.posix.join(FUNCTIONS, fileName));
      return {
        ...file,
        name: fileName.replace(/\.sql$/, ''),
        isForTriggers: /\breturns trigger\b/.test(file.sql),
      };
    }),
  );
}

export async function readSql(directory: string, fileName: string): Promise<SqlFile> {
  const sql = (await fs.readFile(path.join(directory, fileName), 'utf8')).replaceAll('\r\n', '\n');
  if (!/^-- \S/.test(sql)) throw new Error(`migration ${fileName}: the first line must say why, as "-- why"`);
  return {
    title: fileName.replace(/\.sql$/, ''),
    sql,
    checksum: createHash('sha256').update(sql).digest('hex'),
  };
}

async function fileNamesIn(directory: string): Promise<string[]> {
  return (await fs.readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted();
}

function namesOf(fileName: string): MigrationName {
  const [, number, subject] = FILE_NAME.exec(fileName) ?? [];
  if (!number || !subject) throw new Error(`migration ${fileName}: expected a name such as 0001_name.sql`);
  return { title: `${number}_${subject}`, name: `${subject}${number.padStart(13, '0')}` };
}
