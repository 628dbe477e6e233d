import { statusLabel, type OnUnknownStatus } from '../../http/fields.js';
import type { Edition } from './editions.js';

/** A file decides what its words are, and each becomes a time series. */
const MAX_WORDS = 50;
const FURTHER_WORDS = 'further words';

/**
 * Tells each status word without a meaning once an edition: the same row may be read any number of
 * times.
 */
export class UnknownStatuses {
  private edition: string | undefined;
  private readonly told = new Set<string>();

  constructor(private readonly tell: OnUnknownStatus) {}

  of({ edition }: Pick<Edition, 'edition'>): OnUnknownStatus {
    if (edition !== this.edition) this.told.clear();
    this.edition = edition;
    return (word) => this.tellOnce(statusLabel(word));
  }

  private tellOnce(word: string): void {
    if (this.told.has(word)) return;
    const label = this.told.size < MAX_WORDS ? word : FURTHER_WORDS;
    if (this.told.has(label)) return;
    this.told.add(label);
    this.tell(label);
  }
}
