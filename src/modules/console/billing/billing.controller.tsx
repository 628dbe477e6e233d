import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Body, Get, Post, Query, Req, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleVisit } from '../../../core/accounts/access/read-console-session.js';
import { BuyCredits } from '../../../core/billing/buy-credits.js';
import { ExportLedger } from '../../../core/billing/export-ledger.js';
import { ENTRY_TYPES } from '../../../core/billing/ledger-entry.js';
import type { CreditPackage } from '../../../core/billing/packages.js';
import { Ledger, type EntryFilter, type EntryList } from '../../../core/billing/ports.js';
import { ledgerCsv } from '../../billing/ledger-csv.js';
import { PurchaseBody } from '../../billing/purchase.dto.js';
import { purchaseRequest } from '../../billing/purchase-request.js';
import { ServiceFacts } from '../../discovery/service-facts.js';
import { cursorIn } from '../../http/answers/paging.js';
import { Reads } from '../../http/server/reads.decorator.js';
import { ConsolePages } from '../console-pages.js';
import { DayFields, Listing, TextField } from '../pages/listing.js';
import { Choice, counted, Elsewhere, Link, Moment, PostForm, Table } from '../pages/parts.js';
import { FormBody, PageAddress, REPEAT_FIELD, repeatKey } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.guard.js';
import { EntriesQuery } from './entries.dto.js';

const ADDRESS = new PageAddress(EntriesQuery);
const PURCHASE = new FormBody(PurchaseBody);
const USD = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', currencyDisplay: 'code' });

@AccountPages('console')
export class ConsoleBillingController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly ledger: Ledger,
    private readonly exportLedger: ExportLedger,
    private readonly buyCredits: BuyCredits,
    private readonly facts: ServiceFacts,
  ) {}

  @Get('billing')
  show(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.pages.list(request, reply, { title: 'Billing', address: ADDRESS }, async ({ cursor, ...wanted }) => {
      const [balance, list] = await Promise.all([
        this.ledger.balance(accountId),
        this.ledger.list(accountId, { ...wanted, before: cursorIn('txn', cursor) }),
      ]);
      return (
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
          <h2>Transactions</h2>
          <Entries list={list} wanted={wanted} />
        </>
      );
    });
  }

  @Get('billing.csv')
  csv(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Query() query: Record<string, unknown>) {
    const { type, text, from, to } = ADDRESS.read(query);
    const entries = this.exportLedger.run(accountId, { type, text, from, to });
    return new StreamableFile(Readable.from(ledgerCsv(entries)), {
      type: 'text/csv; charset=utf-8; header=present',
      disposition: 'attachment; filename="standing-ledger.csv"',
    });
  }

  /**
   * The checkout is another host's page: a link leads there, for the forms of these pages lead
   * nowhere else.
   */
  @Post('billing/buy')
  @Reads('form')
  async buy(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Body() fields: Record<string, string> = {},
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const asked = purchaseRequest(PURCHASE.read(fields), repeatKey(fields));
    const { outcome } = await this.buyCredits.run(accountId, ...asked);
    const body = (
      <>
        <p>
          The checkout is open until <Moment at={outcome.expiresAt} />. Credits are added as soon as the payment is
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
  if (packages.length === 0) return <p>This service does not sell credits. Its operator grants them.</p>;
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

function Entries({ list: { items, next }, wanted }: { list: EntryList; wanted: EntryFilter }) {
  const { type, text, from, to } = wanted;
  return (
    <Listing
      to="/billing"
      csv="/billing.csv"
      wanted={{ type, text, from, to }}
      next={next}
      nothing={<p>No transactions yet.</p>}
      caption="The newest first"
      columns={['When', 'What', 'About', 'Credits', 'Balance']}
      numbers={['Credits', 'Balance']}
      rows={items.map((entry) => [
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
    >
      <TextField label="Contains" value={text} />
      <Choice
        name="type"
        label="Type"
        any="any"
        chosen={type}
        values={ENTRY_TYPES.map((each) => [each, each] as const)}
      />
      <DayFields from={from} to={to} />
    </Listing>
  );
}
