import { Global, Module } from '@nestjs/common';
import { PostgresBatchWork } from '../../adapters/postgres/batches/batch-work.js';
import { PostgresBatches } from '../../adapters/postgres/batches/batches.js';
import { Batches, BatchEventBodies, BatchWork } from '../../core/batches/ports.js';
import { batchCompletedBody } from '../../modules/batches/batches.response.js';
import { ports } from './provide.js';

@Global()
@Module(
  ports(
    { provide: BatchEventBodies, useValue: { of: batchCompletedBody } satisfies BatchEventBodies },
    { provide: Batches, useClass: PostgresBatches },
    { provide: BatchWork, useClass: PostgresBatchWork },
  ),
)
export class BatchPortsModule {}
