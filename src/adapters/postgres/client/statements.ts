export type Value = string | number | boolean | Date | Buffer | null | undefined | readonly (string | boolean)[];

/** Statements are constant texts with parameters: each is prepared once per connection. */
export interface Statements {
  rows<R>(sql: string, values?: readonly Value[]): Promise<R[]>;
  row<R>(sql: string, values?: readonly Value[]): Promise<R | undefined>;
  /** How many rows the statement changed. */
  change(sql: string, values?: readonly Value[]): Promise<number>;
}

export type Reads = Pick<Statements, 'rows' | 'row'>;
