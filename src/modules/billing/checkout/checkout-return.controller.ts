import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { page } from '../../http/answers/html-page.js';
import { wayOn } from './checkout.page.js';

/** The payment processor redirects the buyer here. */
@Controller('checkout')
export class CheckoutReturnController {
  @Get('paid')
  paid(@Res({ passthrough: true }) reply: FastifyReply) {
    return page(
      reply,
      'Thank you',
      `<p>The credits come in as soon as the payment is confirmed, usually within a minute.</p>${wayOn('../')}`,
    );
  }

  @Get('cancelled')
  cancelled(@Res({ passthrough: true }) reply: FastifyReply) {
    return page(reply, 'Cancelled', `<p>Nothing was bought. A new purchase opens a new checkout.</p>${wayOn('../')}`);
  }
}
