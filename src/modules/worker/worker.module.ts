import { Module } from '@nestjs/common';
import { Ledger } from '../../core/billing/ports.js';
import { Entities } from '../../core/entities/ports.js';
import { Clock, Jobs, Log, Transaction } from '../../core/ports.js';
import { Registries } from '../../core/registries/ports.js';
import { AskRegister } from '../../core/verification/ask-register.js';
import { Retrievals } from '../../core/verification/ports.js';
import { RunRetrieval } from '../../core/verification/run-retrieval.js';
import { Settlement } from '../../core/verification/settlement.js';
import { Sweep } from '../../core/verification/sweep.js';
import { wire } from '../http/wire.js';
import { Worker } from './worker.js';

@Module({
  providers: [
    wire(AskRegister, Registries, Clock),
    wire(Settlement, Retrievals, Entities, Ledger, Transaction),
    wire(RunRetrieval, Retrievals, AskRegister, Settlement, Jobs, Log),
    wire(Sweep, Retrievals, Jobs),
    wire(Worker, Jobs, RunRetrieval, Sweep, Log),
  ],
})
export class WorkerModule {}
