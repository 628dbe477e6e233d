import type { RegisterFacts } from '../core/registries/register.js';
import { CA_BC } from './ca-bc/register.js';
import { CH_ZH } from './ch-zh/register.js';
import { CZ_10 } from './cz-10/register.js';
import { FI_18 } from './fi-18/register.js';
import { FR_IDF } from './fr-idf/register.js';
import { GB_EAW, GB_NIR, GB_SCT } from './gb/register.js';
import { NO_03 } from './no-03/register.js';
import { US_AK } from './us-ak/register.js';
import { US_CO } from './us-co/register.js';
import { US_CT } from './us-ct/register.js';
import { US_DC } from './us-dc/register.js';
import { US_FL } from './us-fl/register.js';
import { US_IA } from './us-ia/register.js';
import { US_IL } from './us-il/register.js';
import { US_NY } from './us-ny/register.js';
import { US_OR } from './us-or/register.js';
import { US_PA } from './us-pa/register.js';
import { US_TX } from './us-tx/register.js';
import { US_VA } from './us-va/register.js';

/**
 * Every register known to the service, whether or not it can be queried, in the order of lists. To
 * add a register, add a line here and a folder beside this file.
 */
export const REGISTERS: readonly RegisterFacts[] = [
  US_CO,
  US_CT,
  US_NY,
  US_OR,
  US_PA,
  US_TX,
  US_DC,
  US_IA,
  US_FL,
  US_VA,
  US_AK,
  US_IL,
  CA_BC,
  GB_EAW,
  GB_SCT,
  GB_NIR,
  FR_IDF,
  NO_03,
  CZ_10,
  CH_ZH,
  FI_18,
];
