import { z } from 'zod';
import type { Id } from '../../core/ids.js';
import type { RecordFacts } from '../../core/entities/verified-entity.js';
import { COVERAGES } from '../../core/registries/jurisdiction.js';
import { WATCH_EVENT_TYPES } from '../../core/webhooks/event.js';
import { CHANGE_CODES, type Change } from '../../core/watches/comparison/compare.js';
import type { WatchEvent } from '../../core/watches/event.js';
import { END_REASONS, PAUSE_REASONS, PAUSED_AT_MOST_DAYS } from '../../core/watches/watch.js';
import { FACTS } from '../entities/entity-data.response.js';
import { idOf, listOf, moment, named, oneOf, text } from '../http/answers/answer-fields.js';

const COMMON_FIELDS = {
  event_id: idOf('evt', 'Stable: the same for every attempt and redelivery.'),
  watch_id: idOf('wch', 'The watch that tells it.'),
  entity_id: idOf('ent', 'What it watches.'),
  sandbox_time: moment('When it was by the clock of the sandbox; absent for real registers.').optional(),
};

const happened = <T extends (typeof WATCH_EVENT_TYPES)[number]>(event: T) =>
  z.literal(event).meta({ description: 'What happened.' });

const ChangedShape = named(
  'EntityChanged',
  'A check found the record of a watched business changed.',
  z.object({
    event: happened('entity.changed'),
    ...COMMON_FIELDS,
    changes: listOf(
      z.object({
        field: text('Which field of an answer.', 100),
        code: oneOf(CHANGE_CODES, 'What the change means; the most specific code that fits.'),
        from: z.unknown().meta({ description: 'As it was read before; a status of null: the record was not listed.' }),
        to: z.unknown().meta({ description: 'As it is now.' }),
      }),
      'All that one check found.',
    ),
    observed_between: z
      .array(moment('A look at the register.'))
      .length(2)
      .meta({ description: 'The last look that still saw the record as it was, and the one that saw the change.' }),
    snapshot_id: idOf('snp', 'The state that was read, in the history; absent for a record that is gone.').optional(),
    coverage: oneOf(
      COVERAGES,
      'Beside RECORD_GONE, where the register lists only some entities: the business may merely not be active any more.',
    ).optional(),
  }),
);

const BlindShape = named(
  'WatchBlind',
  'Two checks in a row had no answer: until the watch is sighted again, changes may go unseen. Nothing was charged.',
  z.object({
    event: happened('watch.blind'),
    ...COMMON_FIELDS,
    since: moment('The first check without an answer.'),
    reason: oneOf(['DATA_SOURCE_TIMEOUT', 'DATA_SOURCE_UNAVAILABLE'], 'Why that one had none.'),
  }),
);

const SightedShape = named(
  'WatchSighted',
  'A check of a blind watch was answered.',
  z.object({
    event: happened('watch.sighted'),
    ...COMMON_FIELDS,
    blind_since: moment('Since when it had seen nothing.'),
  }),
);

const PausedShape = named(
  'WatchPaused',
  'The watch asks nothing for now.',
  z.object({ event: happened('watch.paused'), ...COMMON_FIELDS, reason: oneOf(PAUSE_REASONS, 'Why.') }),
);

const ResumedShape = named(
  'WatchResumed',
  'The watch goes on at its next regular moment.',
  z.object({ event: happened('watch.resumed'), ...COMMON_FIELDS }),
);

const EndedShape = named(
  'WatchEnded',
  `The watch was paused for ${PAUSED_AT_MOST_DAYS} days and does not exist any more.`,
  z.object({ event: happened('watch.ended'), ...COMMON_FIELDS, reason: oneOf(END_REASONS, 'Why it was paused.') }),
);

export const WATCH_EVENT_SHAPES = {
  'entity.changed': ChangedShape,
  'watch.blind': BlindShape,
  'watch.sighted': SightedShape,
  'watch.paused': PausedShape,
  'watch.resumed': ResumedShape,
  'watch.ended': EndedShape,
} as const satisfies Record<WatchEvent['fact']['event'], z.ZodType>;

type WatchBody = z.infer<(typeof WATCH_EVENT_SHAPES)[keyof typeof WATCH_EVENT_SHAPES]>;

export function watchEventBody(told: WatchEvent, eventId: Id<'evt'>): WatchBody {
  const { fact, watchId, entityId, snapshotId, sandboxTime } = told;
  const common = { event_id: eventId, watch_id: watchId, entity_id: entityId };
  const when = sandboxTime && { sandbox_time: sandboxTime.toISOString() };
  switch (fact.event) {
    case 'entity.changed':
      return {
        event: fact.event,
        ...common,
        changes: fact.changes.map(changeBody),
        observed_between: fact.observedBetween.map((look) => look.toISOString()),
        ...(snapshotId && { snapshot_id: snapshotId }),
        ...(fact.coverage && { coverage: fact.coverage }),
        ...when,
      };
    case 'watch.blind':
      return { event: fact.event, ...common, since: fact.since.toISOString(), reason: fact.reason, ...when };
    case 'watch.sighted':
      return { event: fact.event, ...common, blind_since: fact.since.toISOString(), ...when };
    case 'watch.paused':
      return { event: fact.event, ...common, reason: fact.reason, ...when };
    case 'watch.resumed':
      return { event: fact.event, ...common, ...when };
    case 'watch.ended':
      return { event: fact.event, ...common, reason: fact.reason, ...when };
  }
}

/** Named and formatted as in other responses. */
function changeBody({ field, code, from, to }: Change) {
  const [name, valueIn] = FACTS[field];
  const written = (value: unknown) => valueIn({ [field]: value } as unknown as RecordFacts);
  return { field: name, code, from: written(from), to: written(to) };
}
