import { createHash } from 'node:crypto';
import type { ClientBase, Pool, PoolClient, QueryResult } from 'pg';
import { orUnavailable } from './sql-state.js';
import type { Statements, Value } from './statements.js';

/** 132 bits of the digest: no two texts will collide. */
const NAME_CHARACTERS = 22;

/** Names a statement alike on every connection: several parts of a process may share a pool. */
export class StatementNames {
  private readonly names = new Map<string, string>();

  of(sql: string): string {
    let name = this.names.get(sql);
    if (name === undefined) {
      name = createHash('sha256').update(sql).digest('base64url').slice(0, NAME_CHARACTERS);
      this.names.set(sql, name);
    }
    return name;
  }
}

/**
 * Runs statements on one connection, or each on any connection of a pool. Throws
 * `DatabaseUnavailable` if the connection fails.
 */
export class PostgresStatements implements Statements {
  constructor(
    private readonly connection: ClientBase | Pool,
    private readonly names: StatementNames,
    /** Throws if no statement may start now. */
    private readonly refuse: () => void = () => undefined,
  ) {}

  async rows<R>(sql: string, values: readonly Value[] = []): Promise<R[]> {
    return (await this.query(sql, values)).rows as R[];
  }

  async row<R>(sql: string, values: readonly Value[] = []): Promise<R | undefined> {
    return (await this.rows<R>(sql, values))[0];
  }

  async change(sql: string, values: readonly Value[] = []): Promise<number> {
    return (await this.query(sql, values)).rowCount ?? 0;
  }

  private async query(sql: string, values: readonly Value[]): Promise<QueryResult> {
    this.refuse();
    try {
      return await this.connection.query({ name: this.names.of(sql), text: sql, values: [...values] });
    } catch (error) {
      throw orUnavailable(error);
    }
  }
}

/**
 * An error between two statements, or after the connection was dropped, has no other listener and
 * would end the process. The next statement fails anyway. The listener stays for good, because the
 * last error of a silent server may arrive long after the connection's end.
 */
export function outliveItsErrors(client: PoolClient): void {
  if (!client.listeners('error').includes(ignored)) client.on('error', ignored);
}

const ignored = () => undefined;
