import { Equals, IsBoolean, IsEmail, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { LONGEST_EMAIL } from '../../core/accounts/email-address.js';
import { JSONSchema } from 'class-validator-jsonschema';
import { Text } from '../http/input/request-schema.js';
import { LONGEST_LABEL } from '../../core/limits.js';

export class RequestAccessBody {
  @IsString()
  @IsEmail()
  @MaxLength(LONGEST_EMAIL)
  @JSONSchema({ description: 'Where the code goes.', example: 'you@example.com', 'x-trim': true })
  email!: string;

  @IsBoolean()
  @Equals(true)
  @JSONSchema({
    type: 'boolean',
    description: 'That you accept the terms of service; must be true.',
    example: true,
    'x-error-code': 'TERMS_NOT_ACCEPTED',
  })
  accept_terms!: boolean;
}

export class VerifyAccessBody {
  @IsString()
  @IsEmail()
  @MaxLength(LONGEST_EMAIL)
  @JSONSchema({ description: 'The address the code was sent to.', example: 'you@example.com', 'x-trim': true })
  email!: string;

  @IsString()
  @Matches(/^\d{6}$/)
  @JSONSchema({
    description: 'The code from the e-mail.',
    example: '493027',
    'x-trim': true,
    'x-expected': 'a string of six digits',
  })
  code!: string;

  @IsOptional()
  @Text(1, LONGEST_LABEL, 'What you call the key; key-<unix seconds> unless given.', 'onboarding')
  label?: string;
}
