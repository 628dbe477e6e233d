import { Global, Module } from '@nestjs/common';
import { ApiKeyCache } from '../../adapters/postgres/cache/caches.js';
import { Database } from '../../adapters/postgres/client/database.js';
import { SealedConfirmations } from '../../adapters/postgres/confirmations/confirmation-seal.js';
import {
  PostgresConfirmationThresholds,
  PostgresUsedConfirmations,
} from '../../adapters/postgres/confirmations/confirmations.js';
import { ConfirmationSeal, ConfirmationThresholds, UsedConfirmations } from '../../core/confirmations/ports.js';
import { Infrastructure } from '../infrastructure.js';
import { adapter, factory, ports } from './provide.js';
import { secretBoxFor } from './secret-box.js';

@Global()
@Module(
  ports(
    adapter(ConfirmationThresholds, PostgresConfirmationThresholds, Database, ApiKeyCache),
    adapter(UsedConfirmations, PostgresUsedConfirmations, Database),
    factory(
      ConfirmationSeal,
      ({ config }: Infrastructure) => new SealedConfirmations(secretBoxFor(config)),
      Infrastructure,
    ),
  ),
)
export class ConfirmationPortsModule {}
