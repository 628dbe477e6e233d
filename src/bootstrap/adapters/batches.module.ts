import { Module, type DynamicModule } from '@nestjs/common';
import { PostgresBatchWork } from '../../adapters/postgres/batches/batch-work.js';
import { PostgresBatches } from '../../adapters/postgres/batches/batches.js';
import { Database } from '../../adapters/postgres/client/database.js';
import { Batches, BatchWork } from '../../core/batches/ports.js';
import { Registries } from '../../core/registries/ports.js';
import { batchCompletedBody } from '../../modules/batches/batches.response.js';
import { adapter, factory, portsModule } from './provide.js';

/** Batches and the work on them. */
@Module({})
export class BatchPortsModule {
  static forRoot(): DynamicModule {
    return portsModule(BatchPortsModule, [
      adapter(Batches, PostgresBatches, Database, Registries),
      factory(
        BatchWork,
        (db: Database, registries: Registries) => new PostgresBatchWork(db, registries, batchCompletedBody),
        Database,
        Registries,
      ),
    ]);
  }
}
