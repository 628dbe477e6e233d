import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PayInSandbox } from '../../core/billing/pay-in-sandbox.js';
import { AppError } from '../../core/errors.js';
import { Contract } from '../http/contract.js';
import { header } from '../http/request.js';
import { page } from '../http/html-page.js';
import { CheckoutForm } from './checkout-form.js';
import { checkoutBody, checkoutTitle } from './test-checkout.page.js';

@Controller('checkout/test')
export class TestCheckoutController {
  constructor(
    private readonly checkout: PayInSandbox,
    private readonly form: CheckoutForm,
  ) {}

  @Get(':sessionId')
  async show(@Param('sessionId') sessionId: string, @Res({ passthrough: true }) reply: FastifyReply) {
    const payment = await this.checkout.find(sessionId);
    return page(reply, checkoutTitle(payment), checkoutBody(payment, this.form.token(sessionId)));
  }

  @Post(':sessionId')
  @Contract({ reads: 'form' })
  async press(
    @Param('sessionId') sessionId: string,
    @Body() fields: Record<string, string> = {},
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if ((header(request, 'sec-fetch-site') ?? 'same-origin') !== 'same-origin') {
      throw new AppError('FORBIDDEN', { message: 'This form was sent from another site.' });
    }
    const { button = '', token = '' } = fields;
    if (button !== 'pay' && button !== 'cancel') {
      throw new AppError('VALIDATION_ERROR', { message: 'body.button must be one of "pay", "cancel".' });
    }
    await this.checkout.find(sessionId);
    if (!this.form.accepts(sessionId, token)) {
      throw new AppError('FORBIDDEN', { message: 'This form was not filled in on the checkout page.' });
    }
    await this.checkout.press(sessionId, button);
    // Seen again by GET, so that reloading the page presses nothing.
    void reply.status(303).header('location', `/checkout/test/${encodeURIComponent(sessionId)}`);
    return '';
  }
}
