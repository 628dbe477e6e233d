export type Value = string | number | boolean | Date | Buffer | null | undefined | readonly (string | boolean)[];

/** Statements must be constant texts with parameters: each is prepared once per connection. */
export interface Statements {
  rows<R>(sql: string, values?: readonly Value[]): Promise<R[]>;
  row<R>(sql: string, values?: readonly Value[]): Promise<R | undefined>;
  /** Returns the number of changed rows. */
  change(sql: string, values?: readonly Value[]): Promise<number>;
}

export type Reads = Pick<Statements, 'rows' | 'row'>;
