/** A company that does not exist, in no register's terms; each register's file says how it would list it. */
export interface FictionalCompany {
  /** Makes the identifiers; unique within a register. */
  serial: number;
  name: string;
  kind: 'llc' | 'corporation' | 'nonprofit';
  /** The state it was formed in when that is not the register's own, as two letters. */
  foreignTo?: string;
  /** The register's own word; a live company when left out. Registers that list only live companies ignore it. */
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
