import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Transform, type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

const FORMAT = 1;
const MANIFEST = 'backup.json';
const KEY_FILE = 'encryption.key';
const PRIVATE = 0o600;

/** A table that no migration makes, as it has to be made again. */
export interface Definition {
  columns: readonly { name: string; type: string; required: boolean }[];
  indexes: readonly string[];
}

export interface TableData {
  name: string;
  columns: readonly string[];
  rows: number;
  /** Of the rows as they are before they are compressed. */
  sha256: string;
  definition?: Definition | undefined;
}

export interface Counter {
  table: string;
  column: string;
  value: string;
}

export interface Manifest {
  format: number;
  /** The version of the program that wrote it. */
  program: string;
  postgres: string;
  takenAt: string;
  /** What had been applied, by the names of the files. */
  migrations: readonly string[];
  /** The keys that webhook secrets are sealed with, as sealed texts name them. */
  sealedWith: readonly string[];
  mirrors: boolean;
  evidence: boolean;
  tables: readonly TableData[];
  counters: readonly Counter[];
}

/**
 * A backup on disk: a folder with `backup.json` and the rows of each table in Postgres's own text
 * format, compressed. It depends on no version of Postgres and on no program but this one.
 */
export class Archive {
  constructor(readonly folder: string) {}

  /**
   * Writes beside the folder and renames at the end, so that half a backup never looks like a whole
   * one.
   */
  static async write(folder: string, work: (archive: Archive) => Promise<Omit<Manifest, 'format'>>): Promise<Manifest> {
    if (await exists(folder)) throw new Error(`${folder} exists already: choose a new folder for the backup`);
    const unfinished = new Archive(`${folder}.unfinished`);
    await fs.rm(unfinished.folder, { recursive: true, force: true });
    await fs.mkdir(unfinished.folder, { recursive: true, mode: 0o700 });
    const manifest = { format: FORMAT, ...(await work(unfinished)) };
    await fs.writeFile(unfinished.file(MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: PRIVATE });
    await fs.rename(unfinished.folder, folder);
    return manifest;
  }

  async manifest(): Promise<Manifest> {
    const text = await fs.readFile(this.file(MANIFEST), 'utf8').catch(() => undefined);
    if (text === undefined) throw new Error(`${this.folder} is no backup: it has no ${MANIFEST}`);
    const manifest = JSON.parse(text) as Manifest;
    if (manifest.format !== FORMAT) {
      throw new Error(
        `${this.folder} has format ${manifest.format}, which version ${manifest.program} wrote; use that`,
      );
    }
    return manifest;
  }

  async keepRows(table: string, rows: Readable): Promise<string> {
    const digest = new Digest();
    const file = createWriteStream(this.rowsFile(table), { mode: PRIVATE });
    await pipeline(rows, digest, createGzip({ level: 4 }), file);
    return digest.hex;
  }

  /** Fails when the rows are not those that were kept; what took them in has to be undone then. */
  async sendRows({ name, sha256 }: TableData, to: Writable): Promise<void> {
    const digest = new Digest();
    await pipeline(createReadStream(this.rowsFile(name)), createGunzip(), digest, to);
    if (digest.hex !== sha256) throw new Error(`${this.rowsFile(name)} is damaged: its checksum differs`);
  }

  async keepKey(key: string): Promise<void> {
    await fs.writeFile(this.file(KEY_FILE), `${key}\n`, { mode: PRIVATE });
  }

  /** The key that lies beside the rows, if it was put there. */
  async key(): Promise<{ file: string; key: string } | undefined> {
    const file = this.file(KEY_FILE);
    return (await exists(file)) ? { file, key: (await fs.readFile(file, 'utf8')).trim() } : undefined;
  }

  private rowsFile(table: string): string {
    return this.file(`${table}.copy.gz`);
  }

  private file(name: string): string {
    return path.join(this.folder, name);
  }
}

class Digest extends Transform {
  private readonly hash = createHash('sha256');
  private ended: string | undefined;

  get hex(): string {
    return (this.ended ??= this.hash.digest('hex'));
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.hash.update(chunk);
    done(null, chunk);
  }
}

async function exists(file: string): Promise<boolean> {
  return (await fs.stat(file).catch(() => undefined)) !== undefined;
}
