import { statusLabel, type OnUnknownStatus } from '../../http/fields.js';
import type { Edition } from './editions.js';

/** The words come from a file, and each becomes a time series. */
const MAX_WORDS = 50;
const FURTHER_WORDS = 'further words';

/** Reports each unknown status word once per edition: the same row may be read many times. */
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
