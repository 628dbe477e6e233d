import { Body, Controller, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiTags } from '@nestjs/swagger';
import { RequestAccess } from '../../core/accounts/access/request-access.js';
import { VerifyAccess } from '../../core/accounts/access/verify-access.js';
import { CODE_TRIES } from '../../core/limits.js';
import { Operation } from '../openapi/operation.decorator.js';
import { NO_MAIL, SERVICE_UNAVAILABLE, SIGN_UP_CLOSED } from '../openapi/error-cases.js';
import { RequestAccessBody, VerifyAccessBody } from './access.dto.js';
import { accessRequestedAnswer, issuedKeyAnswer, AccessRequestedShape, IssuedKeyShape } from './access.response.js';
import { Public, PerAddress } from './access.decorators.js';

@ApiTags('Access')
@Controller('v1/auth')
export class AccessController {
  constructor(
    private readonly requestAccess: RequestAccess,
    private readonly verifyAccess: VerifyAccess,
  ) {}

  @Post('request-access')
  @Public()
  @PerAddress('open')
  @Operation({
    id: 'requestAccess',
    summary: 'Ask for a one-time code',
    description:
      'Sends a six-digit code to the address. A new address becomes an account with free credits (see GET /v1/config), unless the operator has closed sign-up: then only the address of an account gets a code. The answer does not reveal whether the address has an account.',
    answers: { 200: AccessRequestedShape },
    errors: ['TERMS_NOT_ACCEPTED', NO_MAIL, SERVICE_UNAVAILABLE],
  })
  async request(@Body() body: RequestAccessBody, @Req() request: FastifyRequest) {
    const asked = { email: body.email, acceptTerms: body.accept_terms, ip: request.ip };
    return accessRequestedAnswer(await this.requestAccess.run(asked));
  }

  @Post('verify-access')
  @Public()
  @PerAddress('open')
  @Operation({
    id: 'verifyAccess',
    summary: 'Exchange the code for an API key',
    description: `The code works once. After ${CODE_TRIES} wrong attempts it becomes invalid; request a new one.`,
    answers: { 200: IssuedKeyShape },
    errors: [
      'INVALID_VERIFICATION_CODE',
      'VERIFICATION_CODE_EXPIRED',
      SIGN_UP_CLOSED,
      'ACCOUNT_DISABLED',
      SERVICE_UNAVAILABLE,
    ],
  })
  async verify(@Body() { email, code, label }: VerifyAccessBody, @Req() { ip }: FastifyRequest) {
    return issuedKeyAnswer(await this.verifyAccess.run({ email, code, label, ip }));
  }
}
