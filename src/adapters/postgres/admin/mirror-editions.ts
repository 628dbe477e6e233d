import { MirrorEditions, type MirrorEdition } from '../../../core/admin/ports.js';
import { Database } from '../client/database.js';
import { Injectable } from '../../../core/injectable.js';

@Injectable()
export class PostgresMirrorEditions extends MirrorEditions {
  constructor(private readonly db: Database) {
    super();
  }

  async current(): Promise<MirrorEdition[]> {
    const rows = await this.db.rows<Omit<MirrorEdition, 'rows'> & { rows: string }>(
      `select jurisdiction, realm = 'sandbox' as sandbox, to_char(as_of, 'YYYY-MM-DD') as "asOf", rows, imported_at as "importedAt"
         from mirror_editions where state = 'current' order by jurisdiction, realm`,
    );
    return rows.map((row) => ({ ...row, rows: Number(row.rows) }));
  }
}
