import { Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { header } from '../../modules/http/request.js';
import { counted, credits } from '../pages/parts.js';
import { AccountPages, CurrentVisit } from './console.hook.js';

/** The balance as page text, polled by the script of the pages. */
@AccountPages('console')
export class ConsoleBalanceController {
  /** Costs only the session lookup that every page needs. */
  @Get('balance.json')
  read(
    @CurrentVisit() { creditBalance }: ConsoleVisit,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const etag = `"${creditBalance}"`;
    void reply.headers({ etag, 'cache-control': 'private, no-cache' });
    if (header(request, 'if-none-match') === etag) {
      void reply.status(304);
      return undefined;
    }
    return { balance: credits(creditBalance), credits: counted(creditBalance) };
  }
}
