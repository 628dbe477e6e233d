import type { Address, RecordDetails } from '../../core/registries/record.js';
import { Day, Facts, Table } from '../pages/parts.js';

/** Data of the deep tier. */
export function DeepFacts({ of }: { of: RecordDetails }) {
  const { registeredAgent, officers, principalAddress, filingHistorySummary: filings } = of;
  return (
    <>
      <h2>Details</h2>
      <Facts
        of={[
          ['Registered agent', registeredAgent ? inLine([registeredAgent.name, lines(registeredAgent.address)]) : NONE],
          ['Principal address', principalAddress ? lines(principalAddress) : NONE],
          ['Filings', filings ? (filings.totalFilings?.toString() ?? 'not counted') : NONE],
          ['Last filing', filings?.lastFilingDate && <Day at={filings.lastFilingDate} />],
        ]}
      />
      {officers && officers.length > 0 ? (
        <Table
          caption="Officers"
          columns={['Name', 'Role', 'Until']}
          rows={officers.map(({ name, title, endDate }) => [name, title ?? '–', <Day at={endDate} />])}
        />
      ) : null}
      {filings && filings.recentFilings.length > 0 ? (
        <Table
          caption="Latest filings"
          columns={['Date', 'Filing']}
          rows={filings.recentFilings.map(({ date, type }) => [<Day at={date} />, type ?? '–'])}
        />
      ) : null}
    </>
  );
}

export const NONE = 'not published';

function lines(address: Address | null): string {
  if (!address) return '';
  const { line1, line2, city, region, postalCode, country } = address;
  return inLine([line1, line2, city, region, postalCode, country]);
}

function inLine(parts: readonly (string | number | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(', ');
}
