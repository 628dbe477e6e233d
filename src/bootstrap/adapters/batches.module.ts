import { Global, Module } from '@nestjs/common';
import { PostgresBatchWork } from '../../adapters/postgres/batches/batch-work.js';
import { PostgresBatches } from '../../adapters/postgres/batches/batches.js';
import { Database } from '../../adapters/postgres/client/database.js';
import { Batches, BatchWork } from '../../core/batches/ports.js';
import { Registries } from '../../core/registries/ports.js';
import { batchCompletedBody } from '../../modules/batches/batches.response.js';
import { adapter, factory, ports } from './provide.js';

@Global()
@Module(
  ports(
    adapter(Batches, PostgresBatches, Database, Registries),
    factory(
      BatchWork,
      (db: Database, registries: Registries) => new PostgresBatchWork(db, registries, batchCompletedBody),
      Database,
      Registries,
    ),
  ),
)
export class BatchPortsModule {}
