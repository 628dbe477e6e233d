import { z } from 'zod';
import type { Id } from '../../core/ids.js';
import type { RecordFacts } from '../../core/entities/verified-entity.js';
import { COVERAGES } from '../../core/registries/jurisdiction.js';
import { WATCH_EVENT_TYPES } from '../../core/webhooks/event.js';
import { CHANGE_CODES, type Change } from '../../core/watches/comparison/compare.js';
import type { WatchEvent } from '../../core/watches/event.js';
import { END_REASONS, ENDED_KEPT_DAYS, PAUSE_REASONS, PAUSED_AT_MOST_DAYS } from '../../core/watches/watch.js';
import { FACTS } from '../entities/entity-data.response.js';
import { recordIdField, referenceAnswer, referenceField } from '../http/answers/record-fields.js';
import { idOf, listOf, moment, named, oneOf, text } from '../http/answers/answer-fields.js';

const COMMON_FIELDS = {
  event_id: idOf('evt', 'Stable: equal for every attempt and redelivery.'),
  watch_id: idOf('wch', 'The watch that reports this.'),
  entity_id: idOf('ent', 'The watched business.'),
  record_id: recordIdField().optional(),
  reference: referenceField(),
  sandbox_time: moment('Time of the sandbox clock; absent for real registers.').optional(),
};

const happened = <T extends (typeof WATCH_EVENT_TYPES)[number]>(event: T) =>
  z.literal(event).meta({ description: 'The kind of event.' });

const ChangedShape = named(
  'EntityChanged',
  'A check found that the record of a watched business changed.',
  z.object({
    event: happened('entity.changed'),
    ...COMMON_FIELDS,
    changes: listOf(
      z.object({
        field: text('Name of the field.', 100),
        code: oneOf(CHANGE_CODES, 'Kind of the change: the most specific code that applies.'),
        from: z.unknown().meta({
          description:
            'The previous value; a status of null: the record was not listed; a jurisdiction of null: another one, which the register does not name.',
        }),
        to: z.unknown().meta({ description: 'The new value.' }),
        basis: z
          .literal('inferred')
          .meta({ description: 'The standing follows from the data of the register, which does not state it.' })
          .optional(),
        because: text('With basis: what the standing follows from.', 1000).optional(),
      }),
      'All changes found by one check.',
    ),
    observed_between: z
      .array(moment('A check.'))
      .length(2)
      .meta({ description: 'The last check that saw the old state, and the check that saw the new one.' }),
    snapshot_id: idOf('snp', 'The snapshot with the new state; absent if the record is gone.').optional(),
    coverage: oneOf(
      COVERAGES,
      'With RECORD_GONE, if the register does not list all entities: the business may merely be inactive.',
    ).optional(),
  }),
);

const BlindShape = named(
  'WatchBlind',
  'Two checks in a row had no answer: changes may go unseen until watch.sighted. Nothing was charged.',
  z.object({
    event: happened('watch.blind'),
    ...COMMON_FIELDS,
    since: moment('Time of the first check without an answer.'),
    reason: oneOf(['DATA_SOURCE_TIMEOUT', 'DATA_SOURCE_UNAVAILABLE'], 'The reason for its missing answer.'),
  }),
);

const SightedShape = named(
  'WatchSighted',
  'A check of a blind watch was answered.',
  z.object({
    event: happened('watch.sighted'),
    ...COMMON_FIELDS,
    blind_since: moment('Time of the first unanswered check.'),
  }),
);

const PausedShape = named(
  'WatchPaused',
  'The watch is paused.',
  z.object({ event: happened('watch.paused'), ...COMMON_FIELDS, reason: oneOf(PAUSE_REASONS, 'The reason.') }),
);

const ResumedShape = named(
  'WatchResumed',
  'The watch continues with its next regular check.',
  z.object({ event: happened('watch.resumed'), ...COMMON_FIELDS }),
);

const EndedShape = named(
  'WatchEnded',
  `The watch was paused for ${PAUSED_AT_MOST_DAYS} days and ended. It can be read for ${ENDED_KEPT_DAYS} days.`,
  z.object({
    event: happened('watch.ended'),
    ...COMMON_FIELDS,
    reason: oneOf(END_REASONS, 'The reason for its pause.'),
  }),
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
  const { fact, watchId, entityId, recordId, snapshotId, sandboxTime } = told;
  const common = {
    event_id: eventId,
    watch_id: watchId,
    entity_id: entityId,
    ...(recordId && { record_id: recordId }),
    ...referenceAnswer(told),
  };
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
function changeBody(change: Change) {
  const { field, code, from, to } = change;
  if (field === 'jurisdiction') return { field, code, from, to };
  const [name, valueIn] = FACTS[field];
  const written = (value: unknown) => valueIn({ [field]: value } as unknown as RecordFacts);
  const inferred = 'basis' in change && { basis: change.basis, because: change.because };
  return { field: name, code, from: written(from), to: written(to), ...inferred };
}
