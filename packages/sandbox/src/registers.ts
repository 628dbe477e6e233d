import { US_DC } from './arcgis/us-dc.js';
import { CA_BC } from './registers/orgbook.js';
import { CH_ZH } from './registers/zefix.js';
import { COMPANIES_HOUSE_REGISTERS } from './companies-house/register.js';
import { CZ_10 } from './registers/ares.js';
import type { PlayedRegister } from './dialect.js';
import { FI_18 } from './registers/prh.js';
import { FR_IDF } from './registers/recherche-entreprises.js';
import { NO_03 } from './registers/brreg.js';
import { portal } from './soda/register.js';
import { US_CO } from './soda/us-co.js';
import { US_CT } from './soda/us-ct.js';
import { US_NY } from './soda/us-ny.js';
import { US_OR } from './soda/us-or.js';
import { US_PA } from './soda/us-pa.js';
import { US_TX } from './soda/us-tx.js';

/** Every register the sandbox can play: a new one is a line here. */
export const REGISTERS: readonly PlayedRegister[] = [
  portal(US_CO),
  portal(US_CT),
  portal(US_NY),
  portal(US_OR),
  portal(US_PA),
  portal(US_TX),
  US_DC,
  ...COMPANIES_HOUSE_REGISTERS,
  NO_03,
  FR_IDF,
  CZ_10,
  FI_18,
  CA_BC,
  CH_ZH,
];
