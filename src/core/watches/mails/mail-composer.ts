import { AskedBusinesses } from '../../entities/ports.js';
import { parseId } from '../../ids.js';
import { ServiceAddress } from '../../ports.js';
import { composeMail, type ToldEvent } from './compose-mail.js';
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
    private readonly address: ServiceAddress,
  ) {}

  async compose(bodies: readonly WatchEventBody[]): Promise<ReturnType<typeof composeMail>> {
    const ids = bodies.flatMap(({ entity_id }) => parseId('ent', entity_id) ?? []);
    const names = await this.businesses.names(ids);
    const events = bodies.map(({ event: type, watch_id: watchId, entity_id, changes = [] }): ToldEvent => {
      return { type, watchId, changes, entityName: names.get(entity_id) ?? entity_id };
    });
    const page = (watchId: string) => this.address.of(`/console/watches/${watchId}`);
    return composeMail(events, page, this.address.of('/console/monitoring'));
  }
}
