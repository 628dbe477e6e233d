import { Global, Module } from '@nestjs/common';
import { EntityCache } from '../../adapters/postgres/cache/caches.js';
import { Notifications } from '../../adapters/postgres/cache/notifications.js';
import { Database } from '../../adapters/postgres/client/database.js';
import { PostgresEntities } from '../../adapters/postgres/entities/entities.js';
import { PostgresAskedBusinesses } from '../../adapters/postgres/entities/asked-businesses.js';
import { PostgresSnapshots } from '../../adapters/postgres/entities/snapshots.js';
import { PostgresEvidenceErasure } from '../../adapters/postgres/entities/evidence-erasure.js';
import { PostgresEvidenceReader } from '../../adapters/postgres/entities/evidence-reader.js';
import { PostgresEvidenceStore } from '../../adapters/postgres/entities/evidence-store.js';
import { PostgresJurisdictionSwitches } from '../../adapters/postgres/registries/jurisdiction-switches.js';
import { PostgresRegisterProbes } from '../../adapters/postgres/registries/register-probes.js';
import { PostgresJobReader } from '../../adapters/postgres/verification/jobs.js';
import { PostgresMatchReviews } from '../../adapters/postgres/verification/match-reviews.js';
import { PostgresEarlierRecords } from '../../adapters/postgres/entities/earlier-records.js';
import { PostgresRecordErasure } from '../../adapters/postgres/entities/record-erasure.js';
import { PostgresRecords } from '../../adapters/postgres/entities/records.js';
import { PostgresDecisions } from '../../adapters/postgres/verification/decisions.js';
import { PostgresRetrievals } from '../../adapters/postgres/verification/retrievals.js';
import { PostgresSearches } from '../../adapters/postgres/search/searches.js';
import { AskedBusinesses, Entities, Snapshots } from '../../core/entities/ports.js';
import { WarcWriter } from '../../adapters/warc/warc-writer.js';
import { EvidenceErasure, EvidenceFiles, EvidenceReader, EvidenceStore } from '../../core/evidence/ports.js';
import { ScheduleLock, MirrorUpdates, ProbeSchedule } from '../../core/maintenance/ports.js';
import { Clock, Log } from '../../core/ports.js';
import { EarlierRecords, RecordErasure, Records } from '../../core/records/ports.js';
import { DecidedEventBodies, Decisions } from '../../core/verification/decision.js';
import { JurisdictionSwitches, Registries } from '../../core/registries/ports.js';
import { RegisterProbes } from '../../core/registries/probes.js';
import { Searches } from '../../core/search/ports.js';
import { JobReader, MatchReviews, Retrievals } from '../../core/verification/ports.js';
import { decidedBody } from '../../modules/webhooks/decided-event.response.js';
import { Infrastructure } from '../infrastructure.js';
import { mirrorUpdates } from '../mirror-refresh.js';
import { probeSchedule } from '../probe-schedule.js';
import { factory, ports } from './provide.js';

/** One attempt may need several sequential calls. */
const CALLS_PER_ATTEMPT = 6;

@Global()
@Module(
  ports(
    factory(Registries, ({ registries }) => registries, Infrastructure),
    factory(MirrorUpdates, mirrorUpdates, Infrastructure, ScheduleLock),
    factory(ProbeSchedule, probeSchedule, Infrastructure, RegisterProbes),
    factory(JurisdictionSwitches, openSwitches, Database, Notifications, Log),
    factory(RegisterProbes, openProbes, Infrastructure, Database, Log),
    factory(Entities, entities, Infrastructure, Database, EntityCache, Clock),
    { provide: Snapshots, useClass: PostgresSnapshots },
    { provide: AskedBusinesses, useClass: PostgresAskedBusinesses },
    { provide: EvidenceStore, useClass: PostgresEvidenceStore },
    factory(EvidenceFiles, ({ version }) => new WarcWriter(`standing/${version}`), Infrastructure),
    { provide: EvidenceReader, useClass: PostgresEvidenceReader },
    { provide: EvidenceErasure, useClass: PostgresEvidenceErasure },
    factory(Retrievals, retrievals, Infrastructure, Database),
    { provide: JobReader, useClass: PostgresJobReader },
    { provide: MatchReviews, useClass: PostgresMatchReviews },
    { provide: Records, useClass: PostgresRecords },
    { provide: RecordErasure, useClass: PostgresRecordErasure },
    { provide: EarlierRecords, useClass: PostgresEarlierRecords },
    { provide: Decisions, useClass: PostgresDecisions },
    { provide: DecidedEventBodies, useValue: { of: decidedBody } satisfies DecidedEventBodies },
    { provide: Searches, useClass: PostgresSearches },
  ),
)
export class VerificationPortsModule {}

function entities({ config, registries }: Infrastructure, db: Database, cache: EntityCache, clock: Clock): Entities {
  const ttl = { entityMs: config.entityTtlMs, noMatchMs: config.noMatchTtlMs, rankingMs: config.searchTtlMs };
  return new PostgresEntities(db, registries, cache, clock, ttl);
}

function retrievals({ config, registries, tracing }: Infrastructure, db: Database): Retrievals {
  const attemptMs = config.sourceTimeoutMs * CALLS_PER_ATTEMPT;
  return new PostgresRetrievals(db, attemptMs, config.mostUnfinishedJobs, tracing, registries);
}

async function openSwitches(db: Database, notifications: Notifications, log: Log): Promise<JurisdictionSwitches> {
  const switches = new PostgresJurisdictionSwitches(db, notifications, log);
  await switches.open();
  return switches;
}

async function openProbes({ config }: Infrastructure, db: Database, log: Log): Promise<RegisterProbes> {
  const probes = new PostgresRegisterProbes(db, config.registryMode === 'live', log);
  await probes.open();
  return probes;
}
