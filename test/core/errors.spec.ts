import { quoted } from '../../src/core/errors.js';

describe('caller input quoted in an error', () => {
  it('is quoted whole up to 200 characters, and truncated after that', () => {
    expect(quoted('us-xx')).toBe('us-xx');
    expect(quoted('x'.repeat(200))).toBe('x'.repeat(200));
    expect(quoted('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`);
  });

  it('is valid text, wherever it is truncated', () => {
    const inTwo = `${'x'.repeat(199)}\u{1F469}`;
    expect(quoted(inTwo)).toBe(`${'x'.repeat(199)}\uFFFD…`);
  });
});
