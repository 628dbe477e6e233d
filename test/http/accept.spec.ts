import { expect, it } from '@jest/globals';
import { prefersMarkdown } from '../../src/modules/discovery/accept.js';

it.each([
  [undefined, false],
  ['*/*', false],
  ['application/json', false],
  ['text/markdown', true],
  ['text/markdown, */*', true],
  ['*/*, text/markdown', true],
  ['text/*, */*', true],
  ['text/markdown;q=0.5, */*', false],
  ['text/markdown, application/json', false],
  ['text/markdown;q=0', false],
  ['text/html', false],
])('Accept: %s gets Markdown: %s', (accept, expected) => {
  expect(prefersMarkdown(accept)).toBe(expected);
});
