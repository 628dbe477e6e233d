import { Module } from '@nestjs/common';
import { Accounts, Mailer } from '../../core/accounts/ports.js';
import { AskedBusinesses } from '../../core/entities/ports.js';
import { Log, ServiceAddress } from '../../core/ports.js';
import { ChooseMails } from '../../core/watches/mails/choose-mails.js';
import { MailChanges } from '../../core/watches/mails/mail-changes.js';
import { MailComposer } from '../../core/watches/mails/mail-composer.js';
import { ChangeMails } from '../../core/watches/mails/ports.js';
import { Events } from '../../core/webhooks/ports.js';
import { wire } from '../http/wire.js';

@Module({
  providers: [
    wire(ChooseMails, ChangeMails, Events),
    wire(MailComposer, AskedBusinesses, ServiceAddress),
    wire(MailChanges, ChangeMails, Events, MailComposer, Accounts, Mailer, Log),
  ],
  exports: [ChooseMails, MailChanges],
})
export class ChangeMailsModule {}
