import { Global, Module } from '@nestjs/common';
import { PostgresBatchWork } from '../../adapters/postgres/batches/batch-work.js';
import { PostgresBatches } from '../../adapters/postgres/batches/batches.js';
import { Database } from '../../adapters/postgres/client/database.js';
import { Batches, BatchEventBodies, BatchWork } from '../../core/batches/ports.js';
import { Registries } from '../../core/registries/ports.js';
import { batchCompletedBody } from '../../modules/batches/batches.response.js';
import { factory, ports } from './provide.js';

@Global()
@Module(
  ports(
    { provide: BatchEventBodies, useValue: { of: batchCompletedBody } satisfies BatchEventBodies },
    { provide: Batches, useClass: PostgresBatches },
    factory(
      BatchWork,
      (db: Database, registries: Registries, bodies: BatchEventBodies) => new PostgresBatchWork(db, registries, bodies),
      Database,
      Registries,
      BatchEventBodies,
    ),
  ),
)
export class BatchPortsModule {}
