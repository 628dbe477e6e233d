import { BooleanField, EmailField, Optional, StringField, Text } from '../http/input/fields.js';
import { MAX_LABEL_LENGTH } from '../../core/limits.js';

export class RequestAccessBody {
  @EmailField({ description: 'The address that receives the code.', example: 'you@example.com' })
  email!: string;

  @BooleanField({
    must: true,
    description: 'Accepts the terms of service; must be true.',
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
  @Text(1, MAX_LABEL_LENGTH, 'Your name for the key; key-<unix seconds> by default.', 'onboarding')
  label?: string;
}
