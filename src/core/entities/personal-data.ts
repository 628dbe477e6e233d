import type { Id } from '../ids.js';
import type { Tx } from '../ports.js';
import type { Address, RecordDetails } from '../registries/record.js';

/**
 * Exactly the fields that answers show: what a register sends along for other purposes (dates of birth, private addresses of officers, nationality)
 * is never stored, whatever an adapter lets through.
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

/** What may name a person or where one lives: officers, the registered agent and the principal address. */
export abstract class PersonalData {
  /**
   * Erases these fields of an entity for good, wherever a copy is kept: the entity, its snapshots, and what accounts were answered. They stay away when
   * the register is asked again. `false` when there is no such entity. Safe to repeat.
   */
  abstract erase(tx: Tx, id: Id<'ent'>): Promise<boolean>;
}
