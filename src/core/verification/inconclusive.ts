import { SourceError } from '../registries/ports.js';
import type { WithheldRecord } from '../registries/record.js';
import type { FailureReason } from './job.js';

/**
 * The register answered, and what it said proves nothing either way: asking again does not help.
 * The message is for the caller.
 */
export class Inconclusive extends SourceError {
  constructor(
    readonly reason: FailureReason,
    message: string,
  ) {
    super('unavailable', message);
  }
}

/** There are more names like this one than may be read. */
export function incompleteSearch(): Inconclusive {
  const words = 'The register lists more similar names than can be searched to the end; add words to the name.';
  return new Inconclusive('search_incomplete', words);
}

/** Neither absent nor recognised: who bears the number, or where, is not published. */
export function withheld({ id, withholds }: WithheldRecord): Inconclusive {
  const words = `The register has the number ${id}, but does not publish its ${withholds}, so it cannot be said whose it is.`;
  return new Inconclusive('record_withheld', words);
}
