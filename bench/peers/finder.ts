/** How one of those that are compared finds names. */
export interface Finder {
  /** The names of what it found, the nearest first. */
  find(typed: string): Promise<string[]>;
  /** What it leaves on the disk; `undefined` for one that keeps nothing. */
  storedBytes(): Promise<number | undefined>;
  close(): Promise<void>;
}

/** Takes in all records of the file and is ready to be asked. */
export type OpenFinder = (source: { file: string; databaseUrl: string }) => Promise<Finder>;

export const AMONG_FIRST = 20;
