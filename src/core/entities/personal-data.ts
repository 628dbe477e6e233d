import type { Address, RecordDetails } from '../registries/record.js';

/**
 * Keeps exactly the fields that answers show. Other data a register sends (dates of birth, private
 * addresses of officers, nationality) is never stored, whatever an adapter lets through.
 */
export function minimalDetails(details: RecordDetails): RecordDetails {
  const { registeredAgent: agent, officers, principalAddress, filingHistorySummary: filings } = details;
  return {
    registeredAgent: agent && { name: agent.name, address: minimalAddress(agent.address) },
    officers:
      officers?.map(({ name, title, endDate }) => ({ name, title, ...(endDate === undefined ? {} : { endDate }) })) ??
      null,
    principalAddress: minimalAddress(principalAddress),
    filingHistorySummary: filings && {
      totalFilings: filings.totalFilings,
      lastFilingDate: filings.lastFilingDate,
      recentFilings: filings.recentFilings.map(({ date, type }) => ({ date, type })),
    },
  };
}

function minimalAddress(address: Address | null): Address | null {
  if (!address) return null;
  const { line1, line2, city, region, postalCode, country } = address;
  return { line1, line2, city, region, postalCode, country };
}
