import { newId } from '../../../core/ids.js';
import type { WatchEvent } from '../../../core/watches/event.js';
import type { WatchEventBodies } from '../../../core/watches/ports.js';
import type { DueDelivery } from '../../../core/webhooks/ports.js';
import { toJson } from '../client/database.js';
import { writeEvents } from '../client/event-writer.js';
import type { Statements } from '../client/statements.js';

/** Writes events in this order. Returns the deliveries to queue. */
export function tellEvents(
  on: Statements,
  events: readonly WatchEvent[],
  bodies: WatchEventBodies,
): Promise<DueDelivery[]> {
  const written = events.map((event) => {
    const id = newId('evt');
    const { watchId, entityId, fact } = event;
    return { id, type: fact.event, body: toJson(bodies.of(event, id)), subject: { watchId, entityId } };
  });
  return writeEvents(on, written);
}
