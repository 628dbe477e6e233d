import { ADMIN_SECTIONS, sectionOf, SECTIONS } from '../../src/console/pages/sections.js';

describe('sectionOf', () => {
  it.each([
    ['', 'Overview'],
    ['/', 'Overview'],
    ['/verify', 'Verify'],
    ['/jobs/job_1', 'Verify'],
    ['/watches/wch_1', 'Monitoring'],
    ['/account/sessions', 'Account'],
    ['/accounts', undefined],
  ])('maps the path %p to %p', (path, words) => {
    expect(sectionOf(path, SECTIONS)?.words).toBe(words);
  });

  it.each([
    ['/admin', 'Overview'],
    ['/admin/', 'Overview'],
    ['/admin/jobs', 'Jobs'],
    ['/admin/mirrors/us-fl', 'Jurisdictions'],
    ['/administrators', undefined],
  ])('maps the admin path %p to %p', (path, words) => {
    expect(sectionOf(path, ADMIN_SECTIONS)?.words).toBe(words);
  });
});
