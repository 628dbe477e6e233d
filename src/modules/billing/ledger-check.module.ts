import { Module } from '@nestjs/common';
import { CheckLedger } from '../../core/billing/check-ledger.js';
import { LedgerAudit } from '../../core/billing/ports.js';
import { Clock, Log } from '../../core/ports.js';
import { wire } from '../http/wire.js';
import { LedgerCheckScheduler } from './ledger-check.scheduler.js';

@Module({ providers: [wire(CheckLedger, LedgerAudit, Clock, Log), wire(LedgerCheckScheduler, CheckLedger, Log)] })
export class LedgerCheckModule {}
