import { Body, Controller, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiTags, ApiBody } from '@nestjs/swagger';
import { PaymentEvents } from '../../../core/billing/ports.js';
import { HandlePaymentEvent } from '../../../core/billing/handle-payment-event.js';
import { header } from '../../http/request.js';
import { SignedByStripe } from '../../auth/access.decorators.js';
import { AddRouteConfig, Reads } from '../../http/route.decorators.js';
import { stripeEventReceivedAnswer, StripeEventReceivedShape, StripeEventShape } from '../billing.response.js';
import { Operation } from '../../openapi/operation.decorator.js';
import { schemaOf } from '../../openapi/schemas.js';

@ApiTags('Billing')
@Controller('v1/billing/stripe')
export class StripeWebhookController {
  constructor(
    private readonly events: PaymentEvents,
    private readonly handlePaymentEvent: HandlePaymentEvent,
  ) {}

  @Post('webhook')
  @SignedByStripe()
  @Reads('raw')
  @AddRouteConfig({ headers: { signature: 'Stripe-Signature' } })
  @Operation({
    id: 'receiveStripeEvent',
    summary: 'Receive an event from Stripe',
    description:
      'The endpoint to configure in Stripe for checkout.session.*, charge.refunded, refund.*, charge.dispute.closed and charge.dispute.funds_reinstated. Stripe signs the raw body; each payment is credited once, however often and in whatever order its events come.',
    answers: { 200: StripeEventReceivedShape },
  })
  @ApiBody({ schema: schemaOf(StripeEventShape) })
  async receive(@Body() rawBody: string | undefined, @Req() request: FastifyRequest) {
    const event = this.events.read(rawBody ?? '', header(request, 'stripe-signature'));
    if (event) await this.handlePaymentEvent.run(event);
    return stripeEventReceivedAnswer();
  }
}
