import { Module } from '@nestjs/common';
import { CheckLedger } from '../../core/billing/check-ledger.js';
import { LedgerBooks } from '../../core/billing/ports.js';
import { Clock, Log } from '../../core/ports.js';
import { wire } from '../http/wire.js';
import { LedgerWatch } from './ledger-check.scheduler.js';

@Module({ providers: [wire(CheckLedger, LedgerBooks, Clock, Log), wire(LedgerWatch, CheckLedger, Log)] })
export class LedgerWatchModule {}
