/**
 * A fictional company, independent of any register; each register's file defines how it would list
 * the company.
 */
export interface FictionalCompany {
  /** Determines the identifiers; unique within a register. */
  serial: number;
  name: string;
  kind: 'llc' | 'corporation' | 'nonprofit';
  /** Two-letter state of formation, if not the register's own. */
  foreignTo?: string;
  /**
   * The register's own word; a live company by default. Registers that list only live companies
   * ignore it.
   */
  status?: string;
  /** `YYYY-MM-DD`, as are all dates here. */
  formed: string;
  /** `false` if the company no longer has an agent. */
  agent: string | false;
  officers: readonly { name: string; title: string }[];
  office: FictionalAddress;
  /** Oldest first. */
  filings: readonly { date: string; type: FilingType }[];
  /** Oldest first. */
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

/** Returns the former names with their first and last days. */
export function formerNamesOf({ formed, formerNames = [] }: Pick<FictionalCompany, 'formed' | 'formerNames'>) {
  return formerNames.map(({ name, until }, at) => ({ name, from: formerNames[at - 1]?.until ?? formed, until }));
}

/** Returns the first day of the current name. */
export function namedSince({ formed, formerNames }: FictionalCompany): string {
  return formerNames?.at(-1)?.until ?? formed;
}

/** Returns a live company with mandatory filings only; scripts and forced outcomes build on it. */
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
