/**
 * A company that does not exist, in no register's terms; each register's file says how it would
 * list it.
 */
export interface FictionalCompany {
  /** Makes the identifiers; unique within a register. */
  serial: number;
  name: string;
  kind: 'llc' | 'corporation' | 'nonprofit';
  /** The state it was formed in when that is not the register's own, as two letters. */
  foreignTo?: string;
  /**
   * The register's own word; a live company when left out. Registers that list only live companies
   * ignore it.
   */
  status?: string;
  /** `YYYY-MM-DD`, like every date here. */
  formed: string;
  /** `false` for a company whose agent has gone. */
  agent: string | false;
  officers: readonly { name: string; title: string }[];
  office: FictionalAddress;
  /** Oldest first. */
  filings: readonly { date: string; type: FilingType }[];
  formerNames?: readonly { name: string; until: string }[];
  tradeNames?: readonly string[];
  reportDue?: string;
  subStatus?: string;
}

export type FilingType = 'formation' | 'report' | 'agent change' | 'name change' | 'end';

export interface FictionalAddress {
  street: string;
  unit?: string;
  city: string;
  zip: string;
}

/**
 * A live one that has done nothing but what it must: what a script or a forced answer tells of it
 * comes on top.
 */
export function ordinaryCompany(serial: number, name: string): FictionalCompany {
  return {
    serial,
    name,
    kind: 'llc',
    formed: '2015-03-02',
    agent: 'Sandbox Registered Agents Inc.',
    officers: [{ name: 'Fictional Officer 1', title: 'Manager' }],
    office: { street: '1 Sandbox Square', city: 'Testville', zip: '00000' },
    filings: [
      { date: '2015-03-02', type: 'formation' },
      { date: '2025-03-10', type: 'report' },
    ],
    reportDue: '2999-03-31',
  };
}
