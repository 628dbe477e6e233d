import { recordFacts, standingOf } from '../../src/core/entities/verified-entity.js';
import { record } from '../support/fakes.js';

const registered = (name: string, fields: object = {}) =>
  record({ id: '1', name, statusDetail: null, goodStanding: true, ...fields });

describe('a business whose name states that it is in liquidation', () => {
  const name = 'Stavby Pérko s.r.o. v likvidaci';
  const because = 'The name of the business in the register says "v likvidaci".';

  it('is not in good standing, with its name quoted as the reason', () => {
    const told = { statusDetail: 'v likvidaci', goodStanding: null, standingHint: { goodStanding: false, because } };
    expect(standingOf(registered(name), 'cz-10')).toEqual(told);
    expect(recordFacts(registered(name), 'cz-10')).toMatchObject(told);
  });

  it('keeps what the register states about it', () => {
    const known = registered(name, { statusDetail: 'Zaniklý', goodStanding: false });
    expect(standingOf(known, 'cz-10')).toBe(known);
    const hinted = registered(name, { standingHint: { goodStanding: false, because: 'It owes a report.' } });
    expect(standingOf(hinted, 'cz-10')).toMatchObject({ standingHint: { because: 'It owes a report.' } });
  });

  it('is recognized only in the language of its register', () => {
    expect(standingOf(registered(name), 'fi-18')).toMatchObject({ statusDetail: null, goodStanding: true });
  });
});
