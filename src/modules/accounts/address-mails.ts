import { AddressMails, type Mail } from '../../core/accounts/ports.js';

export class ApiAddressMails extends AddressMails {
  readonly moved: Omit<Mail, 'to'> = {
    subject: 'The address of your Standing account was changed',
    text: [
      'Your Standing account now has another e-mail address. Once it is confirmed, messages go there.',
      'If this was not you, contact support at once: someone else has one of your API keys.',
      '',
    ].join('\n'),
  };

  toConfirm(to: string, { code, validity }: { code: string; validity: string }): Mail {
    return {
      to,
      subject: `${code} confirms your new address at Standing`,
      text: [
        'The address of a Standing account was changed to this one. To confirm it, enter this code under Account in the console,',
        'or send it to POST /v1/account/confirm-email with an API key of that account:',
        '',
        `    ${code}`,
        '',
        validity,
        'If you did not ask for this, ignore this message: without access to that account the code is useless.',
        '',
      ].join('\n'),
    };
  }

  toAgree(to: string, { code, email, validity }: { code: string; email: string; validity: string }): Mail {
    return {
      to,
      subject: `${code} lets an application change the address of your Standing account`,
      text: [
        `An application that acts for you asks to change the address of your Standing account to ${email}.`,
        'If you want this, send this code as current_address_code to POST /v1/account/confirm-email, with the code of the new address:',
        '',
        `    ${code}`,
        '',
        validity,
        'If you did not ask for this, keep the code to yourself, restore the address with PATCH /v1/account,',
        'and revoke the application with DELETE /v1/account/grants/ID.',
        '',
      ].join('\n'),
    };
  }
}
