import { preferredType } from '../../src/modules/http/answers/accept.js';

it.each([
  [undefined, 'json'],
  ['*/*', 'json'],
  ['application/json', 'json'],
  ['text/markdown', 'markdown'],
  ['text/markdown, */*', 'markdown'],
  ['*/*, text/markdown', 'markdown'],
  ['text/*, */*', 'markdown'],
  ['text/markdown;q=0.5, */*', 'json'],
  ['text/markdown, application/json', 'json'],
  ['text/markdown;q=0', 'json'],
  ['text/html', 'html'],
  ['text/html, application/json', 'html'],
  ['text/html;q=0.9, application/json', 'json'],
  ['text/html;q=0.9, */*', 'json'],
  ['text/html, text/*', 'html'],
  ['text/markdown, text/html', 'markdown'],
  ['text/markdown, text/html;q=0.9, */*;q=0.1', 'markdown'],
  ['text/markdown;q=0.8, text/html', 'html'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
])('prefers for Accept: %s the type %s', (accept, expected) => {
  expect(preferredType(accept)).toBe(expected);
});
