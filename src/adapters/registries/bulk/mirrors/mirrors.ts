import type { DataSource } from 'typeorm';
import type { RegisterWords } from '../../../../core/registries/register-words.js';
import type { Log } from '../../../../core/ports.js';
import type { RegisterRecord } from '../../../../core/registries/record.js';
import type { Registry, SourceStatus, TypedSoFar } from '../../../../core/registries/ports.js';
import { currentEdition, currentEditions, dropEdition, expiredEditions, type Edition, type Realm } from './editions.js';
import { editionWords } from './edition-words.js';
import type { BulkFormat } from '../formats/bulk-format.js';
import type { RegisterTable } from '../../register-table.js';
import { rowReporter, type OnRowSkippedAt } from '../../http/rows.js';
import { ForcedOutcomes, type OutcomeOf, type SilentAbout } from './forced-outcomes.js';
import { MirrorRegistry } from './mirror-registry.js';
import { sampleNames } from './sample-names.js';
import { Statements } from './statements.js';

export interface MirrorsOptions {
  registers: RegisterTable;
  database: DataSource;
  /** In sandbox mode, an imported edition takes precedence over the bundled extract. */
  realm: Realm;
  /** Limit for one answer. */
  timeoutMs: number;
  /** In sandbox mode: the outcome that a name forces. */
  outcomeOf?: OutcomeOf | undefined;
  /** In sandbox mode: whether a register is currently silent about a business. */
  silentAbout?: SilentAbout | undefined;
  onRowSkipped?: OnRowSkippedAt;
  /** Called once per word and edition. */
  onUnknownStatus?: (unknown: { source: string; status: string }) => void;
  log: Pick<Log, 'warn'>;
  now?: () => number;
}

/** Imports by other processes are noticed within this time. */
const REFRESH_MS = 5_000;
const DEGRADED_AFTER_DAYS = 45;
const DAY_MS = 86_400_000;

/**
 * The registers mirrored in Postgres. Current editions are looked up every few seconds, so the
 * getters need no query.
 */
export class Mirrors {
  private editions: ReadonlyMap<string, Edition> = new Map();
  private samples: ReadonlyMap<string, string[]> = new Map();
  private wordsByCode: ReadonlyMap<string, RegisterWords> = new Map();
  private readonly registries: ReadonlyMap<string, Registry>;
  private readonly mirrors = new Map<string, MirrorRegistry>();
  private readonly statements: Statements;
  private timer: NodeJS.Timeout | undefined;
  private look: Promise<void> | undefined;

  private constructor(private readonly options: MirrorsOptions) {
    this.statements = new Statements(options.database);
    this.registries = new Map(options.registers.formats.map((format) => [format.code, this.registryOf(format)]));
  }

  static async open(options: MirrorsOptions): Promise<Mirrors> {
    const mirrors = new Mirrors(options);
    await mirrors.refresh();
    mirrors.timer = setInterval(() => mirrors.lookAgain(), REFRESH_MS).unref();
    return mirrors;
  }

  /** `undefined` for a register that is not mirrored. */
  of(code: string): Registry | undefined {
    return this.registries.get(code);
  }

  /** `undefined` if the mirror can be read. */
  unavailableReason(code: string): string | undefined {
    if (this.editions.has(code)) return undefined;
    return 'This service holds no edition of the register yet.';
  }

  status(code: string): SourceStatus {
    const edition = this.editions.get(code);
    if (!edition) return 'down';
    const ageDays = ((this.options.now ?? Date.now)() - Date.parse(edition.asOf)) / DAY_MS;
    // Bundled extracts are fictional and never age.
    return edition.realm === 'live' && ageDays > DEGRADED_AFTER_DAYS ? 'degraded' : 'operational';
  }

  /** `true` for an imported edition, which describes real businesses, unlike a bundled one. */
  isImported(code: string): boolean {
    return this.editions.get(code)?.realm === 'live';
  }

  asOf(code: string): string | undefined {
    return this.editions.get(code)?.asOf;
  }

  editionSince(code: string): Date | undefined {
    return this.editions.get(code)?.importedAt;
  }

  /** Statistics on how common words are in the names of the current edition. */
  words(code: string): RegisterWords | undefined {
    return this.wordsByCode.get(code);
  }

  sampleNames(code: string): string[] | undefined {
    return this.samples.get(code);
  }

  /** Looks up the current editions. Throws if the database does. */
  async refresh(): Promise<void> {
    const { registers, database, realm } = this.options;
    const bundled = realm === 'sandbox' ? await currentEditions(database, 'sandbox') : [];
    const current = [...bundled, ...(await currentEditions(database, 'live'))];
    const editions = new Map(current.map((edition) => [edition.jurisdiction, edition]));
    if (realm === 'sandbox') {
      const samplesOf = (statements: Statements, edition: Edition) =>
        sampleNames(statements, edition, registers.format(edition.jurisdiction));
      this.samples = await this.readAnew(this.samples, editions, samplesOf);
    }
    this.wordsByCode = await this.readAnew(this.wordsByCode, editions, editionWords);
    this.editions = editions;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.look;
  }

  private lookAgain(): void {
    this.look ??= this.keepUp().finally(() => (this.look = undefined));
  }

  /**
   * Returns a value for each edition: the known one if the edition is unchanged, else one that is
   * read.
   */
  private async readAnew<Kept>(
    before: ReadonlyMap<string, Kept>,
    current: ReadonlyMap<string, Edition>,
    read: (statements: Statements, edition: Edition) => Promise<Kept | undefined>,
  ): Promise<Map<string, Kept>> {
    const kept = new Map<string, Kept>();
    for (const [code, edition] of current) {
      const known = this.editions.get(code)?.edition === edition.edition;
      const value = known ? before.get(code) : await read(this.statements, edition);
      if (value !== undefined) kept.set(code, value);
    }
    return kept;
  }

  private async keepUp(): Promise<void> {
    const { database, log } = this.options;
    try {
      await this.refresh();
      for (const edition of await expiredEditions(database)) await dropEdition(database, edition);
    } catch (error) {
      // An unreachable database is reported elsewhere. The known editions stay in use.
      log.warn('the mirrors could not be looked up', { reason: String(error) });
    }
  }

  private async catchUp(code: string): Promise<void> {
    const { database, realm } = this.options;
    if ((await currentEdition(database, code, realm)) !== this.editions.get(code)?.edition) await this.refresh();
  }

  /** Returns nothing for a register that is not mirrored or has no edition. */
  async suggest(code: string, typed: TypedSoFar, limit: number): Promise<RegisterRecord[]> {
    const mirror = this.editions.has(code) ? this.mirrors.get(code) : undefined;
    return mirror ? mirror.suggest(typed, limit) : [];
  }

  private registryOf(format: BulkFormat): Registry {
    const { timeoutMs, outcomeOf, silentAbout, onUnknownStatus } = this.options;
    const registry = new MirrorRegistry({
      statements: this.statements,
      format,
      timeoutMs,
      onRowSkipped: rowReporter(format.code, this.options),
      onUnknownStatus: (status) => onUnknownStatus?.({ source: format.code, status }),
      edition: () => this.editions.get(format.code),
      refresh: () => this.refresh(),
      catchUp: () => this.catchUp(format.code),
    });
    this.mirrors.set(format.code, registry);
    return outcomeOf ? new ForcedOutcomes(format.code, registry, outcomeOf, timeoutMs, silentAbout) : registry;
  }
}
