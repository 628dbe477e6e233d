import { Mailer } from '../../core/accounts/ports.js';
import { AppError } from '../../core/errors.js';

/** Where no mail server is set: a code on the disk of one process would reach no user. */
export class NoMailer extends Mailer {
  send(): Promise<void> {
    return Promise.reject(
      new AppError('FORBIDDEN', {
        message: 'This service sends no e-mail.',
        suggestion: 'Ask its operator for an account or a key.',
      }),
    );
  }
}
