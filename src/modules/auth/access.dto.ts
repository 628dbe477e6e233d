import { BooleanField, EmailField, Optional, StringField, Text } from '../http/input/fields.js';
import { MAX_LABEL_LENGTH } from '../../core/limits.js';

export class RequestAccessBody {
  @EmailField({ description: 'Where the code goes.', example: 'you@example.com' })
  email!: string;

  @BooleanField({
    must: true,
    description: 'That you accept the terms of service; must be true.',
    example: true,
    errorCode: 'TERMS_NOT_ACCEPTED',
  })
  accept_terms!: boolean;
}

export class VerifyAccessBody {
  @EmailField({ description: 'The address the code was sent to.', example: 'you@example.com' })
  email!: string;

  @StringField({
    pattern: /^\d{6}$/,
    trim: true,
    description: 'The code from the e-mail.',
    example: '493027',
    expected: 'a string of six digits',
  })
  code!: string;

  @Optional()
  @Text(1, MAX_LABEL_LENGTH, 'What you call the key; key-<unix seconds> unless given.', 'onboarding')
  label?: string;
}
