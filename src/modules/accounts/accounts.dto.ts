import { IsEmail, IsOptional, IsString, Length, Matches, MaxLength } from 'class-validator';
import { LONGEST_EMAIL } from '../../core/accounts/email-address.js';
import { JSONSchema } from 'class-validator-jsonschema';
import { Text } from '../http/fields.js';

export class UpdateAccountBody {
  @IsOptional()
  @IsString()
  @IsEmail()
  @MaxLength(LONGEST_EMAIL)
  @JSONSchema({
    description:
      'The new address. It gets a code for POST /v1/account/confirm-email; until then paid routes are closed.',
    example: 'you@example.com',
    'x-trim': true,
  })
  email?: string;

  @IsOptional()
  @Text(1, 200, 'What we may call you.', 'Northwind Compliance')
  name?: string;
}

export class ConfirmEmailBody {
  @IsString()
  @Matches(/^\d{6}$/)
  @JSONSchema({
    description: 'The code that was sent to the new address.',
    example: '493027',
    'x-trim': true,
    'x-expected': 'a string of six digits',
  })
  code!: string;
}

export class ChangePasswordBody {
  @IsOptional()
  @IsString()
  @MaxLength(128)
  @JSONSchema({ description: 'The password so far; needed once there is one.' })
  current_password?: string;

  @IsString()
  @Length(12, 128)
  @JSONSchema({ description: 'The password from now on.', example: 'correct horse battery staple' })
  new_password!: string;
}

export class CreateKeyBody {
  @IsOptional()
  @Text(1, 100, 'What you call the key; key-<unix seconds> unless given.', 'onboarding')
  label?: string;
}

export class UsageQuery {
  @IsOptional()
  @IsString()
  @JSONSchema({ format: 'date', description: 'The first day (UTC); 29 days before the last.', example: '2026-01-01' })
  from?: string;

  @IsOptional()
  @IsString()
  @JSONSchema({ format: 'date', description: 'The last day (UTC); today unless given.', example: '2026-01-31' })
  to?: string;
}
