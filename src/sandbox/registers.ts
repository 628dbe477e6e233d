import { US_DC } from './arcgis/us-dc.js';
import { CA_BC } from './orgbook.js';
import { CH_ZH } from './zefix.js';
import { COMPANIES_HOUSE_REGISTERS } from './companies-house/register.js';
import { CZ_10 } from './ares.js';
import type { PlayedRegister } from './dialect.js';
import { FI_18 } from './prh.js';
import { FR_IDF } from './recherche-entreprises.js';
import { NO_03 } from './brreg.js';

/** Every register the sandbox can play beside the Socrata portals: a new one is a line here. */
export const REGISTERS: readonly PlayedRegister[] = [
  US_DC,
  ...COMPANIES_HOUSE_REGISTERS,
  NO_03,
  FR_IDF,
  CZ_10,
  FI_18,
  CA_BC,
  CH_ZH,
];
