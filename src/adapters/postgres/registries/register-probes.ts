import type { OnApplicationShutdown } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Log } from '../../../core/ports.js';
import { RegisterProbes, type KeptProbe, type RegisterProbe } from '../../../core/registries/probes.js';
import { Reloaded } from '../cache/reloaded.js';
import type { Database } from '../client/database.js';
import { RegisterProbeRow } from '../schema/admin.tables.js';

/** Held in memory: the list of jurisdictions is read far more often than registers are probed. */
export class PostgresRegisterProbes extends RegisterProbes implements OnApplicationShutdown {
  last: ReadonlyMap<string, KeptProbe> = new Map();
  private readonly reloaded: Reloaded;

  constructor(
    private readonly db: Database,
    private readonly live: boolean,
    log: Log,
  ) {
    super();
    this.reloaded = new Reloaded(() => this.read(), 'list of probes', log);
  }

  open(): Promise<void> {
    return this.reloaded.open();
  }

  load(): Promise<void> {
    return this.reloaded.load();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.reloaded.close();
  }

  private async read(): Promise<void> {
    const rows = await this.db.table(RegisterProbeRow, (probes) => probes.findBy({ live: this.live }));
    this.last = new Map(rows.map((row) => [row.jurisdiction, toProbe(row)]));
  }
}

/** In place of the register's last one. */
export async function keepProbe(dataSource: DataSource, live: boolean, probe: RegisterProbe): Promise<void> {
  const { jurisdiction, at, verdict, fields, answerMs } = probe;
  await dataSource.query(
    `insert into register_probes (jurisdiction, live, at, verdict, fields, answer_ms, expected_at)
       values ($1, $2, $3, $4, $5, $6, case when $4 = 'as_expected' then $3::timestamptz end)
       on conflict (jurisdiction, live) do update
         set at = excluded.at, verdict = excluded.verdict, fields = excluded.fields, answer_ms = excluded.answer_ms,
             expected_at = coalesce(excluded.expected_at, register_probes.expected_at)`,
    [jurisdiction, live, at, verdict, fields, answerMs ?? null],
  );
}

function toProbe({ answer_ms: answerMs, expected_at: expectedAt, ...probe }: RegisterProbeRow): KeptProbe {
  return { ...probe, answerMs: answerMs ?? undefined, expectedAt: expectedAt ?? undefined };
}
