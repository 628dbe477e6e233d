import { Global, Module } from '@nestjs/common';
import { SealedConfirmations } from '../../adapters/postgres/confirmations/confirmation-seal.js';
import {
  PostgresConfirmationThresholds,
  PostgresUsedConfirmations,
} from '../../adapters/postgres/confirmations/confirmations.js';
import { ConfirmationSeal, ConfirmationThresholds, UsedConfirmations } from '../../core/confirmations/ports.js';
import { Infrastructure } from '../infrastructure.js';
import { factory, ports } from './provide.js';
import { secretBoxFor } from './secret-box.js';

@Global()
@Module(
  ports(
    { provide: ConfirmationThresholds, useClass: PostgresConfirmationThresholds },
    { provide: UsedConfirmations, useClass: PostgresUsedConfirmations },
    factory(
      ConfirmationSeal,
      ({ config }: Infrastructure) => new SealedConfirmations(secretBoxFor(config)),
      Infrastructure,
    ),
  ),
)
export class ConfirmationPortsModule {}
