import type { Sandbox } from '@standing/sandbox';
import { UNCOUNTED, type BulkFormat } from '../../adapters/registries/bulk/formats/bulk-format.js';
import { CorruptFile } from '../../adapters/registries/bulk/formats/corrupt-file.js';
import { BrokenOff, FailedDownload } from '../../adapters/registries/bulk/importing/download.js';
import { firstRows, type FirstRows } from '../../adapters/registries/bulk/importing/first-rows.js';
import { SourceError } from '../../core/registries/ports.js';
import type { RegisterRecord } from '../../core/registries/record.js';
import type { Finding, Probed } from './finding.js';

interface MirrorProbeOptions {
  mode: 'live' | 'sandbox';
  /** A server other than the register's own. */
  url: string | undefined;
  sandbox: Sandbox | undefined;
}

/**
 * Reads the beginning of each of the register's files and of the sandbox's. Columns filled in most
 * rows of the sandbox's file, and fields set in most of its records, must also occur in the
 * register's.
 */
export async function* probeMirror(
  format: BulkFormat,
  { mode, url, sandbox }: MirrorProbeOptions,
): AsyncGenerator<Probed> {
  const { code, published } = format;
  if (!published.download) {
    yield { code, shape: 'download', finding: { verdict: 'not asked' } };
    return;
  }
  const { origin, files } = published.download;
  const played = sandbox && `${sandbox.origin}/${code}`;
  const asked = url?.replace(/\/+$/, '') ?? (mode === 'live' || played === undefined ? origin : played);
  for (const { path, name } of files) {
    const expected = played === undefined ? undefined : await firstRows(format, `${played}${path}`, name);
    const startedAt = performance.now();
    try {
      const offered = await firstRows(format, `${asked}${path}`, name);
      yield { code, shape: 'download', finding: { verdict: 'as expected' }, ms: performance.now() - startedAt };
      yield { code, shape: 'columns', finding: compared(format, expected, offered) };
    } catch (error) {
      yield failed(code, error, new URL(asked).host);
    }
  }
}

/** An unreadable file counts as drift of its columns. */
function failed(code: string, error: unknown, host: string): Probed {
  if (error instanceof CorruptFile) {
    return { code, shape: 'columns', finding: { verdict: 'drifted', field: error.message } };
  }
  if (error instanceof BrokenOff) {
    return { code, shape: 'download', finding: { verdict: 'unreachable', reason: error.message } };
  }
  if (!(error instanceof FailedDownload)) throw error;
  return { code, shape: 'download', finding: { verdict: 'drifted', field: withoutHost(error.message, host) } };
}

/** A kept result may be published; an operator's address may not. */
function withoutHost(message: string, host: string): string {
  return message.replace(`${host} `, '');
}

function compared(format: BulkFormat, expected: FirstRows | undefined, offered: FirstRows): Finding {
  if (!expected) return comparedRecords([], () => recordsOf(format, offered));
  const { columns } = expected.layout;
  for (const [at, column] of columns.entries()) {
    const filled = ({ rows }: FirstRows) => rows.filter(({ cells }) => cells[at] !== '').length;
    if (isMost(filled(expected), expected.rows) && filled(offered) === 0) {
      return { verdict: 'drifted', field: `${column} is gone` };
    }
  }
  return comparedRecords(recordsOf(format, expected), () => recordsOf(format, offered));
}

function comparedRecords(expected: readonly RegisterRecord[], read: () => readonly RegisterRecord[]): Finding {
  try {
    const offered = read();
    for (const field of FIELDS) {
      const told = (records: readonly RegisterRecord[]) => records.filter((record) => record[field] !== null).length;
      if (isMost(told(expected), expected) && told(offered) === 0) {
        return { verdict: 'drifted', field: `no record has ${field}` };
      }
    }
    return { verdict: 'as expected' };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { verdict: 'drifted', field: error.message };
  }
}

const FIELDS = ['statusDetail', 'goodStanding', 'entityType', 'formationDate', 'domestic'] as const;

function recordsOf(format: BulkFormat, { layout, rows }: FirstRows): RegisterRecord[] {
  return rows.flatMap(({ cells }) => {
    const row = Object.fromEntries(layout.columns.map((column, at) => [column, cells[at]]));
    return format.toRecord({ [layout.part]: [row] }, UNCOUNTED) ?? [];
  });
}

function isMost(count: number, of: readonly unknown[]): boolean {
  return count * 2 > of.length;
}
