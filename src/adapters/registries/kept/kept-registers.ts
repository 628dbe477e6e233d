import { KeptRegisters, type KeptSource } from '../../../core/evidence/ports.js';
import { Registry, type Candidates, type NameQuery } from '../../../core/registries/ports.js';
import type { RegisterRecord } from '../../../core/registries/record.js';
import type { Witness } from '../../../core/registries/witness.js';
import { QuestionClient, RegisterClient } from '../http/client.js';
import type { Register } from '../register.js';
import type { RegisterTable } from '../register-table.js';
import { KEPT_ORIGIN, keptExchange } from './kept-exchange.js';
import { KeptRows } from './kept-rows.js';

/** Enough to read a body. */
const TIMEOUT_MS = 60_000;

export class AdaptersOfToday extends KeptRegisters {
  constructor(private readonly registers: RegisterTable) {
    super();
  }

  readersOf(source: KeptSource): Registry[] {
    const { jurisdiction, parserVersion, exchanges, retrievedAt } = source;
    const format = this.registers.format(jurisdiction);
    if (format) return [new KeptRows(format, exchanges, retrievedAt)];
    // With credentials, and without.
    const connect = this.registers.connections.get(jurisdiction);
    const known = [true, false].flatMap((sandbox) =>
      connect ? [new KeptRegister(source, connect({ code: jurisdiction, credentials: {}, sandbox }))] : [],
    );
    const first = known.find((reader) => reader.parserVersion === parserVersion) ?? known[0];
    const versions = new Set([first?.parserVersion]);
    const others = known.filter(({ parserVersion: one }) => !versions.has(one) && versions.add(one));
    return first ? [first, ...others] : [];
  }
}

/** A register's adapter that reads kept evidence. */
class KeptRegister extends Registry {
  readonly parserVersion: number;
  private readonly adapter: Registry;

  constructor(
    private readonly source: KeptSource,
    private readonly register: Register,
    witness?: Witness,
  ) {
    super();
    const { jurisdiction, exchanges, retrievedAt } = source;
    const client = new RegisterClient({
      source: jurisdiction,
      timeoutMs: TIMEOUT_MS,
      exchange: keptExchange(exchanges),
      log: { warn: () => undefined },
      now: () => retrievedAt.getTime(),
    });
    this.adapter = register.adapter({
      baseUrl: KEPT_ORIGIN,
      serviceUrl: () => KEPT_ORIGIN,
      client: new QuestionClient(client, { witness }),
      today: async () => retrievedAt.toISOString().slice(0, 10),
    });
    this.parserVersion = this.adapter.parserVersion;
  }

  override heardBy(witness: Witness): Registry {
    return new KeptRegister(this.source, this.register, witness);
  }

  search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    return this.adapter.search(query, signal);
  }

  fetch(id: string, signal: AbortSignal, listed?: RegisterRecord): ReturnType<Registry['fetch']> {
    return this.adapter.fetch(id, signal, listed);
  }

  findByNumber(...asked: Parameters<Registry['findByNumber']>): ReturnType<Registry['findByNumber']> {
    return this.adapter.findByNumber(...asked);
  }
}
