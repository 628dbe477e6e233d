import { AuditTrail, type ActionList, type ActionsWanted, type AdminAction } from '../../../core/admin/ports.js';
import type { Tx } from '../../../core/ports.js';
import { storable, Database } from '../client/database.js';
import { AdminActionRow } from '../schema/admin.tables.js';
import { Injectable } from '../../../core/injectable.js';

@Injectable()
export class PostgresAuditTrail extends AuditTrail {
  constructor(private readonly db: Database) {
    super();
  }

  async record(tx: Tx, { admin, action, subject, reason, details }: AdminAction): Promise<void> {
    await this.db.in(tx).table(AdminActionRow, (actions) =>
      actions.insert({
        admin_key: admin.keyFingerprint,
        admin_name: admin.name ?? null,
        ip: admin.ip,
        request_id: admin.requestId,
        action,
        subject,
        reason: reason ?? null,
        details: storable(details),
      }),
    );
  }

  async list({ text, before, offset = 0, limit }: ActionsWanted): Promise<ActionList> {
    const rows = await this.db.table(AdminActionRow, (actions) => {
      const list = actions
        .createQueryBuilder('a')
        .orderBy('a.id', 'DESC')
        .offset(offset)
        .limit(limit + 1);
      if (before !== undefined) list.andWhere('a.id < :before', { before });
      if (text !== undefined) list.andWhere(HOLDS, { text });
      return list.getMany();
    });
    const shown = rows.slice(0, limit);
    const next = rows.length > limit ? Number(shown.at(-1)?.id) : undefined;
    return { items: shown.map(toAction), next };
  }

  count(): Promise<number> {
    return this.db.table(AdminActionRow, (actions) => actions.count());
  }
}

/** `cast`, because TypeORM would read the `:text` in `::text` as the parameter. */
const HOLDS =
  'contains_text(concat_ws(chr(10), a.action, a.subject, a.reason, cast(a.details as text), a.admin_name, a.admin_key, a.ip), :text)';

function toAction(row: AdminActionRow): AdminAction & { at: Date } {
  return {
    at: row.at,
    admin: { keyFingerprint: row.admin_key, name: row.admin_name ?? undefined, ip: row.ip, requestId: row.request_id },
    action: row.action,
    subject: row.subject,
    reason: row.reason ?? undefined,
    details: row.details as Record<string, unknown>,
  };
}
