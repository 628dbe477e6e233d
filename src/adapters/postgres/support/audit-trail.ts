import { AuditTrail, type ActionList, type ActionsWanted, type AdminAction } from '../../../core/admin/ports.js';
import type { Tx } from '../../../core/ports.js';
import type { Page, Paged } from '../../../core/page.js';
import { toJson, type Database } from '../client/database.js';

interface ActionRow {
  at: Date;
  admin_key: string;
  ip: string;
  request_id: string;
  action: string;
  subject: string;
  reason: string | null;
  details: Record<string, unknown>;
}

export class PostgresAuditTrail extends AuditTrail {
  constructor(private readonly db: Database) {
    super();
  }

  async record(tx: Tx, { admin, action, subject, reason, details }: AdminAction): Promise<void> {
    await this.db.in(tx).change(
      `insert into admin_actions (admin_key, ip, request_id, action, subject, reason, details)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [admin.keyFingerprint, admin.ip, admin.requestId, action, subject, reason ?? null, toJson(details)],
    );
  }

  page({ limit, offset }: Page): Promise<Paged<AdminAction & { at: Date }>> {
    return this.db.reading(async (from) => {
      const rows = await from.rows<ActionRow>(
        `select at, admin_key, ip, request_id, action, subject, reason, details from admin_actions
          order by id desc limit $1 offset $2`,
        [limit, offset],
      );
      const count = await from.row<{ total: number }>('select count(*)::int as total from admin_actions');
      return { items: rows.map(toAction), total: count?.total ?? 0 };
    });
  }

  async list({ text, before, limit }: ActionsWanted): Promise<ActionList> {
    // One more than is shown tells that there is another page.
    const rows = await this.db.reading((from) =>
      from.rows<ActionRow & { id: string }>(LIST, [before ?? null, text ?? null, limit + 1]),
    );
    const shown = rows.slice(0, limit);
    const next = rows.length > limit ? Number(shown.at(-1)?.id) : undefined;
    return { items: shown.map(toAction), next };
  }
}

const LIST = `
  select id, at, admin_key, ip, request_id, action, subject, reason, details from admin_actions
   where ($1::bigint is null or id < $1)
     and ($2::text is null or strpos(lower(concat_ws(chr(10), action, subject, reason, details::text, admin_key, ip)), lower($2)) > 0)
   order by id desc limit $3`;

function toAction(row: ActionRow): AdminAction & { at: Date } {
  return {
    at: row.at,
    admin: { keyFingerprint: row.admin_key, ip: row.ip, requestId: row.request_id },
    action: row.action,
    subject: row.subject,
    reason: row.reason ?? undefined,
    details: row.details,
  };
}
