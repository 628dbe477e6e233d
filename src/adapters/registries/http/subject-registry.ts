import { Registry, type Candidates, type NameQuery } from '../../../core/registries/ports.js';
import type { DetailedRecord } from '../../../core/registries/record.js';
import type { RegisterClient } from './client.js';

/** Tells the client what each call of an adapter is about, so that one name which a register fails on counts once against it. */
export class SubjectRegistry extends Registry {
  constructor(
    private readonly adapter: Registry,
    private readonly client: RegisterClient,
  ) {
    super();
    const byNumber = adapter.findByNumber?.bind(adapter);
    if (!byNumber) return;
    this.findByNumber = (number, signal) => {
      client.about(signal, number);
      return byNumber(number, signal);
    };
  }

  search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    this.client.about(signal, query.words.join(' ') || query.typed);
    return this.adapter.search(query, signal);
  }

  fetch(id: string, signal: AbortSignal): Promise<DetailedRecord | undefined> {
    this.client.about(signal, id);
    return this.adapter.fetch(id, signal);
  }
}
