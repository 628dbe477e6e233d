import { z } from 'zod';
import { MAIL_RHYTHMS, type MailRhythm } from '../../core/watches/mails/ports.js';
import { named, oneOf } from '../http/answers/answer-fields.js';

export const ChangeMailsShape = named(
  'ChangeMails',
  'How often the account is mailed what its watches found.',
  z.object({ every: oneOf(MAIL_RHYTHMS, 'null: never.').nullable() }),
);

export function changeMailsAnswer(every: MailRhythm | undefined): z.infer<typeof ChangeMailsShape> {
  return { every: every ?? null };
}
