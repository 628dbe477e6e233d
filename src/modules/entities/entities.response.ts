import { z } from 'zod';
import type { EntityView } from '../../core/entities/read-entity.js';
import type { History } from '../../core/entities/read-history.js';
import type { Changes } from '../../core/entities/snapshot.js';
import { verifiedEntity } from '../../core/entities/verified-entity.js';
import type { Page } from '../../core/page.js';
import { TIERS } from '../../core/registries/jurisdiction.js';
import { idOf, listOf, moment, named, oneOf, text, whole } from '../http/answers/answer-fields.js';
import { PaginationShape, pagination } from '../http/answers/paging.js';
import { ENTITY_FIELDS, entityData, EntityDataShape, FACTS } from './entity-data.response.js';
import { MAX_LISTED } from '../../core/limits.js';

export const EntityShape = named(
  'Entity',
  'A business as it was last read from its register, in the deepest tier the account has paid for.',
  z.object({
    entity_id: idOf('ent', 'Stable.'),
    ...ENTITY_FIELDS,
    last_verified_at: moment('When it was last read from the register.'),
    snapshots: whole('How many states of it are stored.'),
  }),
);

const SnapshotShape = named(
  'Snapshot',
  'The entity as one retrieval found it.',
  z.object({
    snapshot_id: idOf('snp', 'Stable.'),
    verified_at: moment('When it was read from the register.'),
    tier: oneOf(TIERS, 'The tier of the request.'),
    changes: listOf(
      z.object({
        field: text('Which one.', 100),
        from: z.unknown().meta({ description: 'Its value in the snapshot before.' }),
        to: z.unknown().meta({ description: 'Its value in this one.' }),
      }),
      'What differs from the snapshot before.',
    ),
    data: EntityDataShape,
  }),
);

export const HistoryShape = named(
  'EntityHistory',
  'The stored snapshots of an entity.',
  z.object({
    entity_id: idOf('ent', 'The one that was asked for.'),
    snapshots: listOf(SnapshotShape, 'Newest first.', MAX_LISTED),
    pagination: PaginationShape,
  }),
);

/** The record at top level, as the contract's section 2.2 has it. */
export function entityAnswer({ entity, tier, match }: EntityView): z.infer<typeof EntityShape> {
  return {
    entity_id: entity.id,
    ...entityData(verifiedEntity(entity, tier, match)),
    last_verified_at: entity.provenance.retrievedAt.toISOString(),
    snapshots: entity.snapshots,
  };
}

export function historyAnswer({ entityId, items, total }: History, page: Page): z.infer<typeof HistoryShape> {
  return {
    entity_id: entityId,
    snapshots: items.map(({ id, verifiedAt, tier, changes, data }) => ({
      snapshot_id: id,
      verified_at: verifiedAt.toISOString(),
      tier,
      changes: changes ? changesAnswer(changes) : [],
      data: entityData(data),
    })),
    pagination: pagination(page, total),
  };
}

function changesAnswer({ fields, before, after }: Changes): z.infer<typeof SnapshotShape>['changes'] {
  return fields.map((changed) => {
    const [field, valueIn] = FACTS[changed];
    return { field, from: valueIn(before), to: valueIn(after) };
  });
}
