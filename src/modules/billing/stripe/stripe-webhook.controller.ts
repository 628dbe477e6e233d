import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiTags } from '@nestjs/swagger';
import { PaymentEvents } from '../../../core/billing/ports.js';
import { HandlePaymentEvent } from '../../../core/billing/handle-payment-event.js';
import { header } from '../../http/request.js';
import { SignedByStripe } from '../../auth/access.decorators.js';
import { AddRouteConfig, Reads } from '../../http/route.decorators.js';
import { stripeEventReceivedAnswer } from '../billing.response.js';
import { ApiReceiveStripeEvent } from '../billing.openapi.js';

@ApiTags('Billing')
@Controller('v1/billing/stripe')
export class StripeWebhookController {
  constructor(
    private readonly events: PaymentEvents,
    private readonly handlePaymentEvent: HandlePaymentEvent,
  ) {}

  @Post('webhook')
  @HttpCode(200)
  @SignedByStripe()
  @Reads('raw')
  @AddRouteConfig({ headers: { signature: 'Stripe-Signature' } })
  @ApiReceiveStripeEvent()
  async receive(@Body() rawBody: string | undefined, @Req() request: FastifyRequest) {
    const event = this.events.read(rawBody ?? '', header(request, 'stripe-signature'));
    if (event) await this.handlePaymentEvent.run(event);
    return stripeEventReceivedAnswer();
  }
}
