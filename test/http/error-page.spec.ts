import { errorPage } from '../../src/modules/http/answers/error-shapes.js';

describe('the page of an error', () => {
  it('has a title, the status, the message as it was written, and advice', () => {
    const { html } = errorPage('No page "<here".', '<p>Go on.</p>', 404, 'Page not found');
    expect(html).toContain('<h1>Page not found</h1>');
    expect(html).toContain('Error 404');
    expect(html).toContain('<p>No page &#34;&#60;here&#34;.</p><p>Go on.</p>');
  });

  it('says that the request failed where there is nothing more to say', () => {
    expect(errorPage('It failed.').html).toMatch(/Error 400[^]*<h1>This request failed<\/h1>[^]*<p>It failed\.<\/p>/);
  });
});
