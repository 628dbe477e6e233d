import { Module } from '@nestjs/common';
import { ChooseMails } from '../../core/watches/mails/choose-mails.js';
import { MailChanges } from '../../core/watches/mails/mail-changes.js';
import { MailComposer } from '../../core/watches/mails/mail-composer.js';
import { OwnerMailsModule } from '../accounts/owner-mails.module.js';

@Module({
  imports: [OwnerMailsModule],
  providers: [ChooseMails, MailComposer, MailChanges],
  exports: [ChooseMails, MailChanges],
})
export class ChangeMailsModule {}
