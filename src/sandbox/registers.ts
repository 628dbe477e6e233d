import { US_DC } from './arcgis/us-dc.js';
import { COMPANIES_HOUSE_REGISTERS } from './companies-house.js';
import type { PlayedRegister } from './dialect.js';

/** Every register the sandbox can play beside the Socrata portals: a new one is a line here. */
export const REGISTERS: readonly PlayedRegister[] = [US_DC, ...COMPANIES_HOUSE_REGISTERS];
