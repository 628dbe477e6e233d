import { Module } from '@nestjs/common';
import { CheckLedger } from '../../core/maintenance/check-ledger.js';
import { LedgerAudit } from '../../core/billing/ports.js';
import { ScheduleLock } from '../../core/maintenance/schedule-lock.js';
import { Log } from '../../core/ports.js';
import { wire } from '../http/wire.js';
import { LedgerCheckScheduler } from './ledger-check.scheduler.js';

@Module({
  providers: [wire(CheckLedger, LedgerAudit, ScheduleLock, Log), wire(LedgerCheckScheduler, CheckLedger, Log)],
})
export class LedgerCheckModule {}
