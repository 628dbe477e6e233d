import { quoted } from '../../src/core/errors.js';

describe('what a caller sent, in an error', () => {
  it('is repeated whole up to 200 characters, and cut off after that', () => {
    expect(quoted('us-xx')).toBe('us-xx');
    expect(quoted('x'.repeat(200))).toBe('x'.repeat(200));
    expect(quoted('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`);
  });

  it('is text, wherever it is cut', () => {
    const inTwo = `${'x'.repeat(199)}\u{1F469}`;
    expect(quoted(inTwo)).toBe(`${'x'.repeat(199)}\uFFFD…`);
  });
});
