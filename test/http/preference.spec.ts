import { waitPreference } from '../../src/modules/http/request.js';

describe('Prefer', () => {
  it.each([
    ['wait=10', 10],
    ['respond-async, wait=5', 5],
    ['WAIT = 7', 7],
    ['wait="3"', 3],
    ['wait=100', 25],
    ['wait=12345678901234567890', 25],
    [`wait=${'9'.repeat(400)}`, 25],
    ['wait=0', 0],
    ['wait', undefined],
    ['wait=-1', undefined],
    ['wait=ten', undefined],
    ['wait=1.5', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j as a wait of %j seconds', (prefer, seconds) => {
    expect(waitPreference(prefer)).toBe(seconds);
  });
});
