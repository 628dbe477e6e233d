import { whereJsonBreaks } from '../../src/modules/http/server/json-position.js';

const WHOLE = '{"a": [1, -2.5e+3, true, null, {}, []], "b\\u00e9": {"c": "d\\n\\"é"}, "e": false}';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('the place where JSON breaks', () => {
  it.each([
    ['', 'The JSON ends too early.'],
    ['{"a": 1', 'The JSON ends too early.'],
    ['{"a": "b', 'The JSON ends too early.'],
    ['{"a": foo}', 'Look at line 1, column 7.'],
    ['{"a": 01}', 'Look at line 1, column 8.'],
    ['{"a": 1}}', 'Look at line 1, column 9.'],
    ['{"a": 1]', 'Look at line 1, column 8.'],
    ['[1,]', 'Look at line 1, column 4.'],
    ['{\n  "a": "b\n"}', 'Look at line 2, column 10.'],
    ['{"a": "\\x"}', 'Look at line 1, column 8.'],
    ['{"a" "b"}', 'Look at line 1, column 6.'],
    ['\u00A0{}', 'Look at line 1, column 1.'],
  ])('is found in %j', (text, place) => {
    expect(whereJsonBreaks(text)).toBe(place);
  });

  it('is counted from where the text begins', () => {
    expect(whereJsonBreaks('{x}', { line: 7, column: 3 })).toBe('Look at line 7, column 4.');
    expect(whereJsonBreaks('{\nx}', { line: 7, column: 3 })).toBe('Look at line 8, column 1.');
  });

  it('exists in what is no JSON for the parser, and in nothing else', () => {
    const signs = ['', 'x', '"', ',', ':', '}', ']', '{', '[', '0', '-', '.', '\\', '\n', ' ', 'é'];
    for (let at = 0; at <= WHOLE.length; at++) {
      const changed = signs.flatMap((sign) => [
        WHOLE.slice(0, at) + sign,
        WHOLE.slice(0, at) + sign + WHOLE.slice(at),
        WHOLE.slice(0, at) + sign + WHOLE.slice(at + 1),
      ]);
      expect(changed.filter((text) => isJson(text) !== (whereJsonBreaks(text) === undefined))).toEqual([]);
    }
  });

  it('is found in deep and long texts', () => {
    expect(whereJsonBreaks('['.repeat(100_000))).toBe('The JSON ends too early.');
    expect(whereJsonBreaks(`"${'a\\n'.repeat(1_000_000)}\u0000`)).toBe('Look at line 1, column 3000002.');
  });
});
