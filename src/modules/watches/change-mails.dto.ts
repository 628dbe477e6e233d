import { MAIL_RHYTHMS, type MailRhythm } from '../../core/watches/mails/ports.js';
import { OneOf } from '../http/input/fields.js';

export class ChangeMailsBody {
  @OneOf(MAIL_RHYTHMS, { description: 'How often; null: never.', example: 'daily', nullable: true })
  every!: MailRhythm | null;
}
