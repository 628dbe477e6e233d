import { errorPage } from '../../src/modules/http/answers/error-shapes.js';

describe('the error page', () => {
  it('shows a title, the status, the message as text, and advice', () => {
    const { html } = errorPage('No page "<here".', '<p>Go on.</p>', 404, 'Page not found');
    expect(html).toContain('<h1>Page not found</h1>');
    expect(html).toContain('Error 404');
    expect(html).toContain('<p>No page &#34;&#60;here&#34;.</p><p>Go on.</p>');
  });

  it('states that the request failed when it has no title', () => {
    expect(errorPage('It failed.').html).toMatch(/Error 400[^]*<h1>This request failed<\/h1>[^]*<p>It failed\.<\/p>/);
  });
});
