import type { PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import type { Pool, PoolClient } from 'pg';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Loops'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

/** One statement that ran, on its own or inside a function. */
export interface RunStatement {
  sql: string;
  ms: number;
  blocks: number;
  /** Tables that were read as a whole. */
  scanned: string[];
}

const SETTINGS = {
  log_min_duration: '0',
  log_analyze: 'on',
  log_buffers: 'on',
  log_timing: 'off',
  log_nested_statements: 'on',
  log_format: 'json',
  log_level: 'notice',
};

/**
 * Makes Postgres explain every statement of a pool with one connection (`auto_explain`), as EXPLAIN
 * (ANALYZE, BUFFERS) would. Requires a superuser.
 */
export class Plans {
  private statements: RunStatement[] = [];

  private constructor(client: PoolClient) {
    client.on('notice', ({ message }) => this.note(message ?? ''));
  }

  static async of(dataSource: PostgresDataSource): Promise<Plans> {
    const client = await (dataSource.driver as unknown as { master: Pool }).master.connect();
    await client.query(`load 'auto_explain'`);
    for (const [name, value] of Object.entries(SETTINGS)) await client.query(`set auto_explain.${name} = '${value}'`);
    await client.query(`set client_min_messages = notice`);
    const plans = new Plans(client);
    client.release();
    return plans;
  }

  /** Returns the statements since the last call. */
  take(): RunStatement[] {
    const taken = this.statements;
    this.statements = [];
    return taken;
  }

  private note(message: string): void {
    const [, ms, json] = /^duration: ([\d.]+) ms +plan:\s*(\{.*)$/s.exec(message) ?? [];
    if (ms === undefined || json === undefined) return;
    const { 'Query Text': sql, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode };
    const blocks = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
    this.statements.push({ sql, ms: Number(ms), blocks, scanned: scannedIn(plan) });
  }
}

function scannedIn(node: PlanNode): string[] {
  const ran = node['Actual Loops'] !== 0;
  const own = ran && node['Node Type'] === 'Seq Scan' && node['Relation Name'] ? [node['Relation Name']] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scannedIn)];
}
