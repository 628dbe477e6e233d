import { Module } from '@nestjs/common';
import { OwnerMails } from '../../core/accounts/owner-mails.js';
import { Accounts } from '../../core/accounts/ports.js';
import { AskedBusinesses } from '../../core/entities/ports.js';
import { Log, ServiceAddress } from '../../core/ports.js';
import { ChooseMails } from '../../core/watches/mails/choose-mails.js';
import { MailChanges } from '../../core/watches/mails/mail-changes.js';
import { MailComposer } from '../../core/watches/mails/mail-composer.js';
import { ChangeMails } from '../../core/watches/mails/ports.js';
import { Events } from '../../core/webhooks/ports.js';
import { OwnerMailsModule } from '../accounts/owner-mails.module.js';
import { wire } from '../http/wire.js';

@Module({
  imports: [OwnerMailsModule],
  providers: [
    wire(ChooseMails, ChangeMails, Events),
    wire(MailComposer, AskedBusinesses, ServiceAddress),
    wire(MailChanges, ChangeMails, Events, MailComposer, Accounts, OwnerMails, Log),
  ],
  exports: [ChooseMails, MailChanges],
})
export class ChangeMailsModule {}
