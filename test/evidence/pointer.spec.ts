import { textAt } from '../../src/core/evidence/pointer.js';

const JSON_BODY = Buffer.from('{"a/b":[{"m~n":"here"},7,true,null,{"deep":{}}]}');
const CSV_BODY = Buffer.from('id,name,place\n1,"A, ""B"" LLC",Oslo\r\n2,"two\nlines",\n');

it.each([
  ['/a~1b/0/m~0n', 'here'],
  ['/a~1b/1', '7'],
  ['/a~1b/2', 'true'],
])('finds the text at %s of a JSON body', (pointer, text) => {
  expect(textAt(JSON_BODY, pointer)).toBe(text);
});

it.each([
  ['cell=1,2', 'name'],
  ['cell=2,2', 'A, "B" LLC'],
  ['cell=2,3', 'Oslo'],
  ['cell=3,2', 'two\nlines'],
  ['cell=3,3', ''],
])('finds the text at %s of a CSV body', (pointer, text) => {
  expect(textAt(CSV_BODY, pointer)).toBe(text);
});

it.each(['/a~1b/3', '/a~1b/4/deep', '/a~1b/9', '/missing', '', '/a~1b/1/x'])('finds no text at %s', (pointer) => {
  expect(textAt(JSON_BODY, pointer)).toBeUndefined();
});

it('finds nothing in a body that is not JSON, or beyond the last cell', () => {
  expect(textAt(Buffer.from('<html>'), '/a')).toBeUndefined();
  expect(textAt(CSV_BODY, 'cell=9,1')).toBeUndefined();
  expect(textAt(CSV_BODY, 'cell=0,1')).toBeUndefined();
});

it.each([
  ['quotes without an end', '"'.repeat(1_000_001)],
  ['quotes in pairs', '"'.repeat(1_000_000)],
  ['quoted cells that never end', '"a'.repeat(500_000)],
])('reads a body of a million %s in one pass', (_, body) => {
  // Read anew at each quote, this would take hours.
  expect(textAt(Buffer.from(body), 'cell=9,9')).toBeUndefined();
});
