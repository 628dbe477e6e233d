import { readAgain, readFields, withMore } from '../../core/registries/reading.js';
import type { Address, Filing, FilingHistorySummary, Officer } from '../../core/registries/record.js';
import { address, date, required, text } from '../../adapters/registries/http/fields.js';
import { optionalList, type Json } from '../../adapters/registries/http/json.js';

export const FILING_ROWS = 10;
const PLACEHOLDER = /^(branch registration|refer to parent registry)$/i;

export function officeOf(office: Json | undefined): Address | null {
  if (!office || isPlaceholder(office)) return null;
  const found = address(office, {
    line1: 'address_line_1',
    line2: 'address_line_2',
    city: 'locality',
    region: 'region',
    postalCode: 'postal_code',
    country: 'country',
  });
  const premises = () => text(office, 'premises');
  if (!found || premises() === null) return found;
  const street = readFields<Pick<Address, 'line1'>>({
    line1: () => [premises(), readAgain(found, 'line1')].filter(Boolean).join(' '),
  });
  return withMore(found, street);
}

/** Overseas companies have such words in place of an address. */
function isPlaceholder(office: Json): boolean {
  const lines = [text(office, 'address_line_1'), text(office, 'address_line_2')].filter((line) => line !== null);
  return lines.length > 0 && lines.every((line) => PLACEHOLDER.test(line));
}

export function officerOf(listed: Json): Officer {
  return readFields<Officer>({
    name: () => required(listed, 'name'),
    title: () => text(listed, 'officer_role'),
    endDate: () => date(listed, 'resigned_on') ?? undefined,
  });
}

export function filingsOf(history: Json): FilingHistorySummary {
  const [latest] = optionalList(history, 'items');
  const total = () => Number(text(history, 'total_count') ?? Number.NaN);
  return readFields<FilingHistorySummary>({
    totalFilings: () => (Number.isInteger(total()) ? total() : null),
    lastFilingDate: () => (latest ? date(latest, 'date') : null),
    recentFilings: () => optionalList(history, 'items').slice(0, FILING_ROWS).map(filingOf),
  });
}

function filingOf(filing: Json): Filing {
  return readFields<Filing>({
    date: () => date(filing, 'date'),
    type: () => text(filing, 'description') ?? text(filing, 'category') ?? text(filing, 'type'),
  });
}
