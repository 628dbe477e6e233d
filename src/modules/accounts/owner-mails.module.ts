import { Module } from '@nestjs/common';
import { OwnerMails } from '../../core/accounts/owner-mails.js';

/** Of the API and the workers: both count the mails that they send. */
@Module({ providers: [OwnerMails], exports: [OwnerMails] })
export class OwnerMailsModule {}
