import type { LoadClient } from './client.js';
import type { SliceOptions } from './slices.js';
import type { Stage } from './stage.js';

export interface Bench {
  stage: Stage;
  client: LoadClient;
  slices: SliceOptions;
  /** Known entities, where their number is not under test. */
  entities: number;
  /** Known entities at the end of the growth path. */
  largest: number;
  /** Records of the mirror, and rows of a file of names up to the limit of a file. */
  rows: number;
  /** Ended jobs in the tables when the queues are measured. */
  jobs: number;
  /** Records of answers in the tables. */
  records: number;
  /** Sandbox days that the watches run through. */
  days: number;
  /** API processes and workers at the end of the scaling path. */
  processes: number;
  soakSeconds: number;
  /** Folder for processor profiles of the service; `undefined` for none. */
  profileDir: string | undefined;
  say: (line: string) => void;
}
