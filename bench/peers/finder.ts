/** A way to find names, for comparison. */
export interface Finder {
  /** Returns the names found, nearest first. */
  find(typed: string): Promise<string[]>;
  /** Bytes on disk; `undefined` for a finder that stores nothing. */
  storedBytes(): Promise<number | undefined>;
  close(): Promise<void>;
}

/** Imports all records of the file. */
export type OpenFinder = (source: { file: string; databaseUrl: string }) => Promise<Finder>;

export const AMONG_FIRST = 20;
