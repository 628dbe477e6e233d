import { fromUuid, newId, parseId, toUuid } from '../../src/core/ids.js';
import { fc } from '../support/property.js';
import { clockTicks } from '../support/until.js';

describe('an id', () => {
  it('is a prefix and 26 letters of base32, and converts back to its UUID', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        const id = fromUuid('ent', uuid);
        expect(id).toMatch(/^ent_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
        expect(parseId('ent', id)).toBe(id);
        expect(toUuid(id)).toBe(uuid);
      }),
    );
  });

  it('matches the published TypeID examples', () => {
    expect(fromUuid('job', '00000000-0000-0000-0000-000000000000')).toBe('job_00000000000000000000000000');
    expect(fromUuid('job', 'ffffffff-ffff-ffff-ffff-ffffffffffff')).toBe('job_7zzzzzzzzzzzzzzzzzzzzzzzzz');
    expect(fromUuid('job', '01890a5d-ac96-774b-bcce-b302099a8057')).toBe('job_01h455vb4pex5vsknk084sn02q');
  });

  it('is a UUIDv7 that sorts by creation time when it is new', async () => {
    const first = newId('job');
    await clockTicks();
    const second = newId('job');
    expect(toUuid(first)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([second, first].toSorted()).toEqual([first, second]);
  });

  it.each([
    '',
    'ent_',
    'job_01h455vb4pex5vsknk084sn02q',
    'ent_01H455VB4PEX5VSKNK084SN02Q',
    'ent_81h455vb4pex5vsknk084sn02q',
    'ent_01h455vb4pex5vsknk084sn02',
  ])('is not %j', (text) => {
    expect(parseId('ent', text)).toBeUndefined();
  });
});
