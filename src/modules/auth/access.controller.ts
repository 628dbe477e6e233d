import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RequestAccess } from '../../core/accounts/request-access.js';
import { VerifyAccess } from '../../core/accounts/verify-access.js';
import { Contract } from '../http/contract.js';
import { RequestAccessBody, VerifyAccessBody } from './access.dto.js';
import { REQUEST_ACCESS, VERIFY_ACCESS } from './access.response.js';

@Controller('v1/auth')
export class AccessController {
  constructor(
    private readonly requestAccess: RequestAccess,
    private readonly verifyAccess: VerifyAccess,
  ) {}

  @Post('request-access')
  @HttpCode(200)
  @Contract({ access: 'open', body: RequestAccessBody, doc: REQUEST_ACCESS })
  async request(@Body() body: RequestAccessBody, @Req() request: FastifyRequest) {
    const asked = { email: body.email, acceptTerms: body.accept_terms, ip: request.ip };
    const { email, expiresInSeconds } = await this.requestAccess.run(asked);
    return {
      message: 'A six-digit code is on its way. Send it to POST /v1/auth/verify-access.',
      email,
      expires_in_seconds: expiresInSeconds,
    };
  }

  @Post('verify-access')
  @HttpCode(200)
  @Contract({ access: 'open', body: VerifyAccessBody, doc: VERIFY_ACCESS })
  async verify(@Body() { email, code, label }: VerifyAccessBody, @Req() { ip }: FastifyRequest) {
    const key = await this.verifyAccess.run({ email, code, label, ip });
    return { api_key: key.apiKey, key_id: key.keyId, label: key.label };
  }
}
