import type { Quirks } from '../../sandbox/quirks/playing.js';

export const KNOWN_FROM = 'seen';

/** Of the register as a whole. */
export const QUIRKS: Quirks[string] = {
  'a society without an office': async (playing) => {
    const profile = await playing.read('/gb/company/RS990003');
    expect(profile['registered_office_address']).toEqual({});
    const seat = { country: 'gb', jurisdiction: 'gb-eaw' };
    const { records } = await playing.search('gb', 'Oddly Unplaced Beacons Limited');
    expect(records.find(({ id }) => id === 'RS990003')).toMatchObject({ seat });
    await expect(playing.numbered('gb', 'RS990003')).resolves.toMatchObject({ seat });
  },
};
