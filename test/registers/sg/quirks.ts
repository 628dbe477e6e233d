import type { Quirks } from '../../sandbox/quirks/playing.js';

export const KNOWN_FROM = 'seen';

export const QUIRKS: Quirks[string] = {
  '`na` for nothing': async (playing) => {
    const { records } = await playing.search('sg', 'Odd Unstated Quay Pte. Ltd.');
    expect(records).toMatchObject([{ entityType: null, formationDate: null, seat: null }]);
  },
  '409 for brackets in a question': async (playing) => {
    const { records, complete } = await playing.search('sg', 'Odd Bracketed (Singapore) Quay Pte. Ltd.');
    expect([records.length, complete]).toEqual([1, true]);
  },
};
