import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Body, Get, Post, Query, Req, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleVisit } from '../../../core/accounts/access/read-console-session.js';
import { BuyCredits } from '../../../core/billing/buy-credits.js';
import { ExportLedger } from '../../../core/billing/export-ledger.js';
import type { LedgerEntry } from '../../../core/billing/ledger-entry.js';
import type { CreditPackage } from '../../../core/billing/packages.js';
import { ReadBilling } from '../../../core/billing/read-billing.js';
import { BillingQuery } from '../../billing/billing.dto.js';
import { ledgerCsv } from '../../billing/ledger-csv.js';
import { PurchaseBody } from '../../billing/purchase.dto.js';
import { purchaseRequest } from '../../billing/purchase-request.js';
import { ServiceFacts } from '../../discovery/service-facts.js';
import { Contract } from '../../http/contract.js';
import { ConsolePages } from '../console-pages.js';
import { counted, Elsewhere, FilterForm, Link, Moment, OtherPages, PostForm, Table } from '../pages/parts.js';
import { FormBody, PageAddress, REPEAT_FIELD } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.guard.js';

const ADDRESS = new PageAddress(BillingQuery);
const PURCHASE = new FormBody(PurchaseBody);
const USD = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', currencyDisplay: 'code' });

@AccountPages('console')
export class ConsoleBillingController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly readBilling: ReadBilling,
    private readonly exportLedger: ExportLedger,
    private readonly buyCredits: BuyCredits,
    private readonly facts: ServiceFacts,
  ) {}

  @Get('billing')
  async show(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Query() query: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { limit, offset } = ADDRESS.read(query);
    const { items, total, balance } = await this.readBilling.run(accountId, { limit, offset });
    const body = (
      <>
        <dl class="figures">
          <div>
            <dt>Balance</dt>
            <dd>
              {counted(balance)} <small>credits</small>
            </dd>
          </div>
        </dl>
        <Packages packages={this.facts.packages} />
        <h2>Every movement</h2>
        <Entries entries={items} />
        <OtherPages to="/billing" page={{ limit, offset }} total={total} />
        <FilterForm to="/billing.csv">
          <label>
            From
            <input name="from" type="date" />
          </label>
          <label>
            To
            <input name="to" type="date" />
          </label>
          <button>Download as CSV</button>
        </FilterForm>
      </>
    );
    return this.pages.show(request, reply, { title: 'Billing' }, body);
  }

  @Get('billing.csv')
  csv(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Query() query: Record<string, unknown>) {
    const { from, to } = ADDRESS.read(query);
    return new StreamableFile(Readable.from(ledgerCsv(this.exportLedger.run(accountId, { from, to }))), {
      type: 'text/csv; charset=utf-8; header=present',
      disposition: 'attachment; filename="standing-ledger.csv"',
    });
  }

  /** The checkout is another host's page: a link leads there, for the forms of these pages lead nowhere else. */
  @Post('billing/buy')
  @Contract({ reads: 'form' })
  async buy(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Body() fields: Record<string, string> = {},
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const asked = purchaseRequest(PURCHASE.read(fields), fields[REPEAT_FIELD] || undefined);
    const { outcome } = await this.buyCredits.run(accountId, ...asked);
    const body = (
      <>
        <p>
          The checkout is open until <Moment at={outcome.expiresAt} />. The credits come in as soon as the payment is
          confirmed.
        </p>
        <p>
          <Elsewhere url={outcome.checkoutUrl}>Go to the checkout</Elsewhere>
        </p>
        <p>
          <Link to="/billing">Back to billing</Link>
        </p>
      </>
    );
    return this.pages.show(request, reply, { title: 'Your checkout', narrow: true }, body);
  }
}

function Packages({ packages }: { packages: readonly CreditPackage[] }) {
  if (packages.length === 0) return <p>Nothing is sold here: the operator of this service gives credits.</p>;
  return (
    <>
      <h2>Buy credits</h2>
      <Table
        caption="Packages"
        columns={['Package', 'Credits', 'Price', 'A credit', 'Buy']}
        numbers={['Credits', 'Price', 'A credit']}
        rows={packages.map(({ id, name, credits, priceUsd, pricePerCreditUsd }) => [
          name,
          counted(credits),
          USD.format(priceUsd),
          USD.format(pricePerCreditUsd),
          <PostForm to="/billing/buy">
            <input type="hidden" name={REPEAT_FIELD} value={randomUUID()} />
            <button name="package_id" value={id}>
              Buy {name}
            </button>
          </PostForm>,
        ])}
      />
    </>
  );
}

function Entries({ entries }: { entries: readonly LedgerEntry[] }) {
  return (
    <Table
      caption="The newest first"
      columns={['When', 'What', 'About', 'Credits', 'Balance']}
      numbers={['Credits', 'Balance']}
      rows={entries.map((entry) => [
        <Moment at={entry.createdAt} />,
        `${entry.type}: ${entry.description}`,
        entry.jobId ? (
          <Link to={`/jobs/${entry.jobId}`}>{entry.entityName ?? entry.jobId}</Link>
        ) : (
          (entry.entityName ?? '–')
        ),
        counted(entry.amountCredits),
        counted(entry.balanceAfter),
      ])}
    />
  );
}
