import { Get, Param, Query } from '@nestjs/common';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { BuyCredits, type OpenedCheckout } from '../../core/billing/buy-credits.js';
import { ExportLedger } from '../../core/billing/export-ledger.js';
import { ENTRY_TYPES, type LedgerEntry } from '../../core/billing/ledger-entry.js';
import type { CreditPackage } from '../../core/billing/packages.js';
import { Ledger, PaymentRecords, Payments } from '../../core/billing/ports.js';
import { givenStanding, LaterStandings } from '../../core/entities/later-standing.js';
import { ReadEntity } from '../../core/entities/read-entity.js';
import { AppError } from '../../core/errors.js';
import { parseId, type Id } from '../../core/ids.js';
import { Watches } from '../../core/watches/ports.js';
import { ledgerCsv } from '../../modules/billing/ledger-csv.js';
import { csvDownload } from '../csv-file.js';
import { PurchaseBody, purchaseRequest } from '../../modules/billing/billing.dto.js';
import { ServiceFacts } from '../../modules/settings/service-facts.js';
import { cursorIn } from '../../modules/http/answers/paging.js';
import { Form, form } from '../form-answers.js';
import { list, page, leaveTo } from '../page-answers.js';
import { DayFields, FilterChoice, Listing, TextField } from '../pages/listing.js';
import { counted, Elsewhere, Figures, Link, Moment, PostForm, Table } from '../pages/parts.js';
import { FormBody, PageAddress } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { EntriesQuery } from './entries.dto.js';
import { EntryPage } from './entry.page.js';

const ADDRESS = new PageAddress(EntriesQuery);
const PURCHASE = new FormBody(PurchaseBody);
const USD = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', currencyDisplay: 'code' });

@AccountPages('console')
export class ConsoleBillingController {
  constructor(
    private readonly ledger: Ledger,
    private readonly records: PaymentRecords,
    private readonly payments: Payments,
    private readonly exportLedger: ExportLedger,
    private readonly buyCredits: BuyCredits,
    private readonly facts: ServiceFacts,
    private readonly readEntity: ReadEntity,
    private readonly watches: Watches,
    private readonly laterStandings: LaterStandings,
  ) {}

  @Get('billing')
  show(@CurrentVisit() { caller: { accountId } }: ConsoleVisit) {
    const { checkoutOrigin } = this.payments;
    return list({
      title: 'Billing',
      formTargets: checkoutOrigin ? [checkoutOrigin] : [],
      address: ADDRESS,
      after: ({ cursor }) => cursorIn('txn', cursor),
      read: (wanted, before) => this.ledger.list(accountId, { ...wanted, before }),
      body: async (entries) => {
        const [balance, owed] = await Promise.all([this.ledger.balance(accountId), this.records.owed(accountId)]);
        return (
          <>
            <Figures of={[['Balance', <span data-live="credits">{counted(balance)}</span>, 'credits']]} />
            {owed > 0 && (
              <p class="note">
                {counted(owed)} credits were spent before their payment went back. They are taken from the next
                purchase.
              </p>
            )}
            <Packages packages={this.facts.packages} />
            <h2>Transactions</h2>
            <Entries entries={entries} />
          </>
        );
      },
    });
  }

  @Get('billing.csv')
  csv(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Query() query: Record<string, unknown>) {
    const { type, text, from, to } = ADDRESS.read(query);
    const entries = this.exportLedger.run(accountId, { type, text, from, to });
    return csvDownload('ledger', ledgerCsv(entries));
  }

  @Get('billing/:id')
  async entry(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Param('id') given: string) {
    const id = parseId('txn', given);
    const entry = id && (await this.ledger.entry(accountId, id));
    if (!entry) throw new AppError('NOT_FOUND');
    const layout = { title: entry.entityName ?? entry.description, eyebrow: 'Transaction' };
    const watches = await this.watches.existing(entry.watchId ? [entry.watchId] : []);
    const then = await this.recordAt(accountId, entry);
    const [later] = await this.laterStandings.after(then ? [givenStanding(then.entity)] : []);
    const body = <EntryPage entry={entry} watches={watches} then={then} later={later} />;
    return page(layout, body);
  }

  /** The record of an answer without a job, as it was known then. */
  private async recordAt(accountId: Id<'acc'>, { entityId, jobId, createdAt }: LedgerEntry) {
    if (!entityId || jobId) return undefined;
    return this.readEntity.run(accountId, entityId, createdAt).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'ENTITY_NOT_FOUND') return undefined;
      throw error;
    });
  }

  /**
   * Leads to the checkout. The content policy of the page allows that for the usual host only:
   * elsewhere, a page with a link leads there.
   */
  @Form('billing/buy')
  buy(@CurrentVisit() visit: ConsoleVisit) {
    return form({
      body: PURCHASE,
      again: () => this.show(visit),
      run: (body, { key }) => this.buyCredits.run(visit.caller.accountId, ...purchaseRequest(body, key)),
      next: ({ outcome }) => {
        const isUsual = new URL(outcome.checkoutUrl).origin === this.payments.checkoutOrigin;
        if (isUsual) return leaveTo(outcome.checkoutUrl);
        return page({ title: 'Checkout', narrow: true }, <Checkout of={outcome} />);
      },
    });
  }
}

function Checkout({ of: outcome }: { of: OpenedCheckout }) {
  return (
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
}

function Packages({ packages }: { packages: readonly CreditPackage[] }) {
  if (packages.length === 0) return <p>This service does not sell credits. Its operator grants them.</p>;
  return (
    <>
      <h2>Buy credits</h2>
      <Table
        caption="Packages"
        columns={['Package', 'Credits', 'Price', 'Per credit', 'Buy']}
        numbers={['Credits', 'Price', 'Per credit']}
        rows={packages.map(({ id, name, credits, priceUsd, pricePerCreditUsd }) => [
          name,
          counted(credits),
          USD.format(priceUsd),
          USD.format(pricePerCreditUsd),
          <PostForm to="/billing/buy">
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
    <Listing
      to="/billing"
      nothing={<p>No transactions yet.</p>}
      caption="Transactions, newest first"
      times="real"
      columns={['Date', 'Transaction', 'Business', 'Credits', 'Balance']}
      numbers={['Credits', 'Balance']}
      rows={entries.map((entry) => [
        <Moment at={entry.createdAt} />,
        <Link to={`/billing/${entry.id}`}>{`${entry.type}: ${entry.description}`}</Link>,
        entry.jobId ? (
          <Link to={`/jobs/${entry.jobId}`}>{entry.entityName ?? entry.jobId}</Link>
        ) : (
          (entry.entityName ?? '–')
        ),
        counted(entry.amountCredits),
        counted(entry.balanceAfter),
      ])}
    >
      <TextField label="Contains" />
      <FilterChoice name="type" label="Type" values={ENTRY_TYPES} />
      <DayFields />
    </Listing>
  );
}
