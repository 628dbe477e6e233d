import { entityData } from '../../core/entities/entity-data.js';
import type { Entity } from '../../core/entities/entity.js';
import type { EntityAccess } from '../../core/entities/ports.js';
import type { History } from '../../core/entities/read-history.js';
import type { Page } from '../../core/page.js';
import { pagination } from '../http/paging.js';

/** The record at top level, as the contract's section 2.2 has it. */
export function entityAnswer({ entity, tier, match }: { entity: Entity } & EntityAccess) {
  return {
    entity_id: entity.id,
    ...entityData(entity, tier, match),
    last_verified_at: entity.provenance.retrievedAt.toISOString(),
    snapshots: entity.snapshots,
  };
}

export function historyAnswer({ entityId, items, total }: History, page: Page) {
  return {
    entity_id: entityId,
    snapshots: items.map(({ id, verifiedAt, tier, changes, data }) => ({
      snapshot_id: id,
      verified_at: verifiedAt.toISOString(),
      tier,
      changes,
      data,
    })),
    pagination: pagination(page, total),
  };
}
