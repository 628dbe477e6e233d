import { Module } from '@nestjs/common';
import { ChooseMails } from '../../core/watches/mails/choose-mails.js';
import { MailChanges } from '../../core/watches/mails/mail-changes.js';
import { MailComposer } from '../../core/watches/mails/mail-composer.js';
import { MailPages } from '../../core/watches/mails/ports.js';
import { OwnerMailsModule } from '../accounts/owner-mails.module.js';
import { ConsoleMailPages } from './mail-pages.js';

@Module({
  imports: [OwnerMailsModule],
  providers: [{ provide: MailPages, useClass: ConsoleMailPages }, ChooseMails, MailComposer, MailChanges],
  exports: [ChooseMails, MailChanges],
})
export class ChangeMailsModule {}
