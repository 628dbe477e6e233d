import { OneOf, Optional } from '../../http/input/fields.js';

export const PERIODS = ['1', '7', '30'] as const;

export class OverviewQuery {
  @Optional()
  @OneOf(PERIODS, { description: 'How many days, up to now.', default: '1' })
  days: (typeof PERIODS)[number] = '1';
}
