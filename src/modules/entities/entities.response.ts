import { z } from 'zod';
import { entityDocument } from '../../core/entities/entity-document.js';
import type { AskedBusiness } from '../../core/entities/ports.js';
import type { Id } from '../../core/ids.js';
import type { EntityView } from '../../core/entities/read-entity.js';
import type { History } from '../../core/entities/read-history.js';
import type { Changes } from '../../core/entities/snapshot.js';
import { standingOf, verifiedEntity } from '../../core/entities/verified-entity.js';
import type { Page } from '../../core/page.js';
import { TIERS } from '../../core/registries/jurisdiction.js';
import { day, idOf, listOf, moment, named, oneOf, text, whole } from '../http/answers/answer-fields.js';
import { cursorPage, PaginationShape, pagination } from '../http/answers/paging.js';
import { ENTITY_FIELDS, EntityDataShape, FACTS } from './entity-data.response.js';
import { MAX_LISTED } from '../../core/limits.js';

export const EntityShape = named(
  'Entity',
  'A business as last read from its register, in the deepest tier that the account has paid for.',
  z.object({
    entity_id: idOf('ent', 'A stable id.'),
    ...ENTITY_FIELDS,
    last_verified_at: moment('Time of the last answer of the register.'),
    snapshots: whole('Number of stored snapshots.'),
  }),
);

const ListedEntityShape = named(
  'ListedEntity',
  'A business that this account was charged for.',
  z.object({
    entity_id: idOf('ent', 'Id for GET /v1/entity/{id}.'),
    entity_name: ENTITY_FIELDS.entity_name,
    jurisdiction: ENTITY_FIELDS.jurisdiction,
    jurisdiction_id: ENTITY_FIELDS.jurisdiction_id,
    status: ENTITY_FIELDS.status,
    status_detail: ENTITY_FIELDS.status_detail,
    good_standing: ENTITY_FIELDS.good_standing,
    tier: oneOf(TIERS, 'The deepest tier that was charged.'),
    last_verified_at: moment('Time of the last answer of the register.'),
    asked_on: day("Date of the account's last charge for it (UTC)."),
    watch_id: idOf('wch', "The account's watch on it.").optional(),
  }),
);

export const EntitiesShape = cursorPage('ent', 'Entities', 'The businesses that this account was charged for.', {
  entities: listOf(ListedEntityShape, 'Latest charge first.', MAX_LISTED),
});

const SnapshotShape = named(
  'Snapshot',
  'The entity, as one retrieval found it.',
  z.object({
    snapshot_id: idOf('snp', 'A stable id.'),
    verified_at: moment("Time of the register's answer."),
    tier: oneOf(TIERS, 'The tier of the request.'),
    changes: listOf(
      z.object({
        field: text('Name of the field.', 100),
        from: z.unknown().meta({ description: 'The value in the previous snapshot.' }),
        to: z.unknown().meta({ description: 'The value in this snapshot.' }),
      }),
      'Differences from the previous snapshot.',
    ),
    data: EntityDataShape,
  }),
);

export const HistoryShape = named(
  'EntityHistory',
  'The stored snapshots of an entity.',
  z.object({
    entity_id: idOf('ent', 'The requested entity.'),
    snapshots: listOf(SnapshotShape, 'Newest first.', MAX_LISTED),
    pagination: PaginationShape,
  }),
);

interface Listed {
  items: readonly AskedBusiness[];
  next: Id<'ent'> | undefined;
}

export function entitiesAnswer({ items, next }: Listed): z.infer<typeof EntitiesShape> {
  return { entities: items.map(listedEntityAnswer), ...(next && { next_cursor: next }) };
}

function listedEntityAnswer(business: AskedBusiness): z.infer<typeof ListedEntityShape> {
  const { entity, tier, askedOn, watchId } = business;
  const { record, provenance } = entity;
  const { statusDetail, goodStanding } = standingOf(record, entity.jurisdiction);
  return {
    entity_id: entity.id,
    entity_name: record.name,
    jurisdiction: entity.jurisdiction,
    jurisdiction_id: record.id,
    status: record.status,
    status_detail: statusDetail,
    good_standing: goodStanding,
    tier,
    last_verified_at: provenance.retrievedAt.toISOString(),
    asked_on: askedOn,
    ...(watchId && { watch_id: watchId }),
  };
}

/** The record at top level, per section 2.2 of the contract. */
export function entityAnswer({ entity, tier, match }: EntityView): z.infer<typeof EntityShape> {
  return {
    entity_id: entity.id,
    ...entityDocument(verifiedEntity(entity, tier, match)),
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
      data: entityDocument(data),
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
