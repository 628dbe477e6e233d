import { Module } from '@nestjs/common';
import { OwnerMails } from '../../core/accounts/owner-mails.js';
import { Mailer } from '../../core/accounts/ports.js';
import { Log } from '../../core/ports.js';
import { RateLimits } from '../../core/rate-limits/ports.js';
import { wire } from '../http/wire.js';

/** Of the API and the workers: both count the mails that they send. */
@Module({ providers: [wire(OwnerMails, Mailer, RateLimits, Log)], exports: [OwnerMails] })
export class OwnerMailsModule {}
