import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PaymentEvents } from '../../core/billing/ports.js';
import { HandlePaymentEvent } from '../../core/billing/handle-payment-event.js';
import { Contract } from '../http/contract.js';
import { header } from '../http/request.js';
import { stripeEventReceivedAnswer, RECEIVE_STRIPE_EVENT } from './billing.response.js';

@Controller('v1/billing/stripe')
export class StripeWebhookController {
  constructor(
    private readonly notices: PaymentEvents,
    private readonly takeNotice: HandlePaymentEvent,
  ) {}

  @Post('webhook')
  @HttpCode(200)
  @Contract({ access: 'signed', reads: 'raw', doc: RECEIVE_STRIPE_EVENT })
  async receive(@Body() rawBody: string | undefined, @Req() request: FastifyRequest) {
    const notice = this.notices.read(rawBody ?? '', header(request, 'stripe-signature'));
    if (notice) await this.takeNotice.run(notice);
    return stripeEventReceivedAnswer();
  }
}
