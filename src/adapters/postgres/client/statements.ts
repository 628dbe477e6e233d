import type { ClientBase, Pool, QueryResult } from 'pg';

export type Value = string | number | boolean | Date | Buffer | null | undefined | readonly (string | boolean)[];

/** Statements are constant texts with parameters: each is prepared once per connection. */
export interface Statements {
  rows<R>(sql: string, values?: readonly Value[]): Promise<R[]>;
  row<R>(sql: string, values?: readonly Value[]): Promise<R | undefined>;
  /** How many rows the statement changed. */
  change(sql: string, values?: readonly Value[]): Promise<number>;
}

/** The same name for the same text on every connection. */
export class StatementNames {
  private readonly names = new Map<string, string>();

  of(sql: string): string {
    let name = this.names.get(sql);
    if (name === undefined) {
      name = `s${this.names.size}`;
      this.names.set(sql, name);
    }
    return name;
  }
}

/** Statements on a connection, or each on one of a pool. */
export class PostgresStatements implements Statements {
  constructor(
    private readonly connection: ClientBase | Pool,
    private readonly names: StatementNames,
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

  private query(sql: string, values: readonly Value[]): Promise<QueryResult> {
    return this.connection.query({ name: this.names.of(sql), text: sql, values: [...values] });
  }
}
