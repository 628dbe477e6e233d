import { Controller, NotFoundException, Options, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OAuthErrors, Reads } from '../http/route.decorators.js';
import { requireExactPath } from './exact-path.js';

const MAX_AGE_SECONDS = '3600';

/**
 * The preflights that the OAuth library does not answer. A client in a browser reads the metadata
 * and registers before anyone could have allowed its origin, so every page may do so.
 */
@Controller()
export class PreflightController {
  @Options([
    '.well-known/oauth-protected-resource',
    '.well-known/oauth-protected-resource/mcp',
    '.well-known/oauth-authorization-server',
    '.well-known/openid-configuration',
  ])
  @Reads('anything')
  @OAuthErrors()
  metadata(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    allowEveryPage('GET', request, reply);
  }

  @Options('oauth/register')
  @Reads('anything')
  @OAuthErrors()
  registration(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    allowEveryPage('POST', request, reply);
  }
}

function allowEveryPage(method: string, request: FastifyRequest, reply: FastifyReply): void {
  requireExactPath(request);
  const { 'access-control-request-method': asked, 'access-control-request-headers': headers } = request.headers;
  if (asked === undefined) throw new NotFoundException();
  void reply
    .headers({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': method,
      'access-control-max-age': MAX_AGE_SECONDS,
      ...(headers !== undefined && { 'access-control-allow-headers': headers }),
    })
    .status(204)
    .send();
}
