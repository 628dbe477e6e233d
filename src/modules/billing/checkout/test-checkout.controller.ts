import { Body, Controller, Get, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { invalid } from '../../../core/invalid-request.js';
import { HandlePaymentEvent } from '../../../core/billing/handle-payment-event.js';
import { eventOfButton, ReadTestCheckout } from '../../../core/billing/read-test-checkout.js';
import { AppError } from '../../../core/errors.js';
import { page } from '../../http/answers/html-page.js';
import { PerAddress } from '../../auth/access.decorators.js';
import { OpenLimitHook } from '../../auth/open-limit.hook.js';
import { Reads } from '../../http/route.decorators.js';
import { checkoutBody, checkoutTitle, CheckoutForm } from './checkout.page.js';

@Controller('checkout/test')
export class TestCheckoutController {
  constructor(
    private readonly readTestCheckout: ReadTestCheckout,
    private readonly handlePaymentEvent: HandlePaymentEvent,
    private readonly form: CheckoutForm,
    openLimit: OpenLimitHook,
  ) {
    // The id of a session is a secret of the account that bought.
    openLimit.beforeForm('/checkout/test/:sessionId', ({ params }) =>
      this.readTestCheckout.run((params as { sessionId: string }).sessionId),
    );
  }

  @Get(':sessionId')
  @PerAddress('open')
  async show(@Param('sessionId') sessionId: string, @Res({ passthrough: true }) reply: FastifyReply) {
    const checkout = await this.readTestCheckout.run(sessionId);
    return page(reply, checkoutTitle(checkout), checkoutBody(checkout, this.form.token(sessionId)));
  }

  @Post(':sessionId')
  @PerAddress('open')
  @Reads('form')
  async press(
    @Param('sessionId') sessionId: string,
    @Body() fields: Record<string, string> = {},
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { button = '', token = '' } = fields;
    if (button !== 'pay' && button !== 'cancel') {
      throw invalid('button', 'must be one of "pay", "cancel"');
    }
    const checkout = await this.readTestCheckout.run(sessionId);
    if (!this.form.accepts(sessionId, token)) {
      throw new AppError('FORBIDDEN', { message: 'This form was not sent from the checkout page.' });
    }
    const event = eventOfButton(checkout, button);
    if (event) await this.handlePaymentEvent.run(event);
    // Redirect to GET, so that reloading the page does not submit again.
    void reply.status(303).header('location', `/checkout/test/${encodeURIComponent(sessionId)}`);
    return '';
  }
}
