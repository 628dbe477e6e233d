import type { EntityData } from '@standing/client';

type Address = NonNullable<EntityData['principal_address']>;

/** Prints the parts of a deep answer, also those that the register does not publish. */
export function deepLines({
  registered_agent: agent,
  officers,
  principal_address: address,
  filing_history_summary: filings,
}: EntityData): string[] {
  const agentParts = [agent?.name, agent?.address && inOneLine(agent.address)].filter(Boolean);
  return [
    line('address', address ? inOneLine(address) : undefined),
    line('agent', agentParts.join(', ') || undefined),
    ...(officers?.length ? officers.map((officer) => line('officer', officerLine(officer))) : [line('officer')]),
    line('filings', filings?.total_filings?.toString() ?? (filings ? '' : undefined)),
    ...(filings?.recent_filings ?? []).map(({ date, type }) => line('', [date, type].filter(Boolean).join('  '))),
  ];
}

function line(label: string, value = 'not published by the register'): string {
  return `${label.padEnd(15)}${value}`.trimEnd();
}

function officerLine({ name, title, end_date: end }: NonNullable<EntityData['officers']>[number]): string {
  return [name, title, end && `until ${end}`].filter(Boolean).join(', ');
}

function inOneLine({ line1, line2, city, region, postal_code: code, country }: Address): string {
  return [line1, line2, city, [region, code].filter(Boolean).join(' '), country].filter(Boolean).join(', ');
}
