import { Module } from '@nestjs/common';
import { Statement } from '../../core/billing/ports.js';
import { ReadBilling } from '../../core/billing/read-billing.js';
import { wire } from '../http/wire.js';
import { BillingController } from './billing.controller.js';

@Module({ controllers: [BillingController], providers: [wire(ReadBilling, Statement)] })
export class BillingModule {}
