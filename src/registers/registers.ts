import { RegisterTable } from '../adapters/registries/register-table.js';
import { plugIn } from '../core/registries/jurisdictions.js';
import * as au from './au/adapter.js';
import * as caBc from './ca-bc/adapter.js';
import * as ch from './ch/adapter.js';
import * as co from './co/adapter.js';
import * as cz from './cz/adapter.js';
import * as ee from './ee/adapter.js';
import * as fi from './fi/adapter.js';
import * as fr from './fr/adapter.js';
import * as gb from './gb/adapter.js';
import * as lt from './lt/adapter.js';
import * as ie from './ie/adapter.js';
import * as lv from './lv/adapter.js';
import * as no from './no/adapter.js';
import * as sg from './sg/adapter.js';
import * as sk from './sk/adapter.js';
import * as usAk from './us-ak/adapter.js';
import * as usCa from './us-ca/adapter.js';
import * as usCo from './us-co/adapter.js';
import * as usCt from './us-ct/adapter.js';
import * as usDc from './us-dc/adapter.js';
import * as usFl from './us-fl/adapter.js';
import * as usIa from './us-ia/adapter.js';
import * as usIl from './us-il/adapter.js';
import * as usNy from './us-ny/adapter.js';
import * as usOr from './us-or/adapter.js';
import * as usPa from './us-pa/adapter.js';
import * as usTx from './us-tx/adapter.js';
import * as usVa from './us-va/adapter.js';

/**
 * Every register known to the service, whether or not it can be queried, in the order of lists. To
 * add a register, add its folder and a line here.
 */
export const REGISTERS = new RegisterTable([
  usCo,
  usCt,
  usNy,
  usOr,
  usPa,
  usTx,
  usDc,
  usIa,
  usFl,
  usVa,
  usAk,
  usIl,
  caBc,
  gb,
  fr,
  no,
  cz,
  ch,
  fi,
  sk,
  lt,
  ee,
  co,
  usCa,
  ie,
  au,
  sg,
  lv,
]);

plugIn(REGISTERS.facts);
