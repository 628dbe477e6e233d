import { Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleVisit } from '../../../core/accounts/access/read-console-session.js';
import { parseId } from '../../../core/ids.js';
import { Deliveries, WebhookSecrets, type SigningSecrets } from '../../../core/webhooks/ports.js';
import { ReadDelivery } from '../../../core/webhooks/read-delivery.js';
import { Redeliver } from '../../../core/webhooks/redeliver.js';
import { PageQuery } from '../../http/answers/paging.js';
import { Contract } from '../../http/contract.js';
import { ConsolePages } from '../console-pages.js';
import { PageAddress } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.guard.js';
import { DeliveriesPage, DeliveryPage, SecretPage } from './webhooks.page.js';

const ADDRESS = new PageAddress(PageQuery);

@AccountPages('console/webhooks')
export class ConsoleWebhooksController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly deliveries: Deliveries,
    private readonly readDelivery: ReadDelivery,
    private readonly redeliver: Redeliver,
    private readonly secrets: WebhookSecrets,
  ) {}

  @Get()
  async list(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Query() query: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { limit, offset } = ADDRESS.read(query);
    const deliveries = await this.deliveries.list(accountId, { limit, offset });
    const body = <DeliveriesPage deliveries={deliveries} page={{ limit, offset }} />;
    return this.pages.show(request, reply, { title: 'Webhooks' }, body);
  }

  /** With a button, so that the secret stands on no page that is merely looked at. */
  @Post('secret')
  @Contract({ reads: 'form' })
  async secret(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.secretPage(await this.secrets.of(accountId), request, reply);
  }

  @Post('secret/rotate')
  @Contract({ reads: 'form' })
  async rotate(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.secretPage(await this.secrets.rotate(accountId), request, reply);
  }

  @Get(':id')
  async read(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const delivery = await this.readDelivery.run(accountId, parseId('dlv', id));
    const layout = { title: delivery.event, eyebrow: 'Delivery' };
    return this.pages.show(request, reply, layout, <DeliveryPage delivery={delivery} />);
  }

  @Post(':id/redeliver')
  @Contract({ reads: 'form' })
  async sendAgain(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.pages.goTo(reply, `/webhooks/${await this.redeliver.run(accountId, parseId('dlv', id))}`);
  }

  private secretPage(secrets: SigningSecrets, request: FastifyRequest, reply: FastifyReply): string {
    const layout = { title: 'Secret of your webhooks', narrow: true };
    return this.pages.show(request, reply, layout, <SecretPage secrets={secrets} />);
  }
}
