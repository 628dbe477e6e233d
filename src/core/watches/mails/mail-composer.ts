import { AskedBusinesses } from '../../entities/ports.js';
import { parseId } from '../../ids.js';
import { Watches } from '../ports.js';
import { composeMail, type ToldEvent } from './compose-mail.js';
import { MailPages } from './ports.js';
import { Injectable } from '../../injectable.js';

/** The body of a watch event; see the webhook of that name. */
export interface WatchEventBody {
  event: string;
  watch_id: string;
  entity_id: string;
  changes?: ToldEvent['changes'];
}

/** Composes a mail about events, with the names of the businesses and links to their pages. */
@Injectable()
export class MailComposer {
  constructor(
    private readonly businesses: AskedBusinesses,
    private readonly watches: Watches,
    private readonly pages: MailPages,
  ) {}

  async compose(bodies: readonly WatchEventBody[]): Promise<ReturnType<typeof composeMail>> {
    const ids = bodies.flatMap(({ entity_id }) => parseId('ent', entity_id) ?? []);
    const [names, existing]: [ReadonlyMap<string, string>, ReadonlySet<string>] = await Promise.all([
      this.businesses.names(ids),
      this.watches.existing(bodies.flatMap(({ watch_id }) => parseId('wch', watch_id) ?? [])),
    ]);
    const events = bodies.map(({ event: type, watch_id, entity_id, changes = [] }): ToldEvent => {
      const page = existing.has(watch_id) ? this.pages.ofWatch(watch_id) : this.pages.ofEntity(entity_id);
      return { type, page, changes, entityName: names.get(entity_id) ?? entity_id };
    });
    return composeMail(events, this.pages.settings);
  }
}
