import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiTags } from '@nestjs/swagger';
import { RequestAccess } from '../../core/accounts/access/request-access.js';
import { VerifyAccess } from '../../core/accounts/access/verify-access.js';
import { RequestAccessBody, VerifyAccessBody } from './access.dto.js';
import { accessRequestedAnswer, issuedKeyAnswer } from './access.response.js';
import { Public, PerAddress } from './access.decorators.js';
import { ApiRequestAccess, ApiVerifyAccess } from './access.openapi.js';

@ApiTags('Access')
@Controller('v1/auth')
export class AccessController {
  constructor(
    private readonly requestAccess: RequestAccess,
    private readonly verifyAccess: VerifyAccess,
  ) {}

  @Post('request-access')
  @HttpCode(200)
  @Public()
  @PerAddress('open')
  @ApiRequestAccess()
  async request(@Body() body: RequestAccessBody, @Req() request: FastifyRequest) {
    const asked = { email: body.email, acceptTerms: body.accept_terms, ip: request.ip };
    return accessRequestedAnswer(await this.requestAccess.run(asked));
  }

  @Post('verify-access')
  @HttpCode(200)
  @Public()
  @PerAddress('open')
  @ApiVerifyAccess()
  async verify(@Body() { email, code, label }: VerifyAccessBody, @Req() { ip }: FastifyRequest) {
    return issuedKeyAnswer(await this.verifyAccess.run({ email, code, label, ip }));
  }
}
