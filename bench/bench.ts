import type { LoadClient } from './client.js';
import type { SliceOptions } from './slices.js';
import type { Stage } from './stage.js';

/** What every path is given to measure with. */
export interface Bench {
  stage: Stage;
  client: LoadClient;
  slices: SliceOptions;
  /** Known entities where their number is not what is measured. */
  entities: number;
  /** Known entities at the end of the growth. */
  largest: number;
  /** Records of the mirror, and rows of a file of names, as far as it takes them. */
  rows: number;
  /** Ended jobs behind which the queues are measured. */
  jobs: number;
  /** Days of the sandbox that watches live through. */
  days: number;
  /** API processes and workers at the end of the scaling. */
  processes: number;
  soakSeconds: number;
  /** Where the service writes profiles of its processor time, if anywhere. */
  profileDir: string | undefined;
  say: (line: string) => void;
}
