interface Section {
  to: string;
  words: string;
  guide?: string;
  /** Other paths that belong to the section. */
  also?: readonly string[];
}

interface SectionGroup {
  title?: string;
  sections: readonly Section[];
}

/** In display order. */
export const SECTIONS: readonly SectionGroup[] = [
  {
    sections: [
      { to: '', words: 'Overview' },
      { to: '/verify', words: 'Verify', guide: 'tutorials/first-verification', also: ['/jobs'] },
      { to: '/search', words: 'Search' },
      { to: '/entities', words: 'Businesses' },
      { to: '/review', words: 'Review', guide: 'how-to/handle-an-unsure-match' },
      { to: '/batches', words: 'Batches', guide: 'how-to/work-through-a-list' },
      { to: '/monitoring', words: 'Monitoring', guide: 'tutorials/monitor-a-business', also: ['/watches'] },
    ],
  },
  {
    title: 'Developers',
    sections: [
      { to: '/keys', words: 'Keys', guide: 'how-to/limit-a-key' },
      { to: '/applications', words: 'Applications', guide: 'tutorials/connect-an-agent' },
      { to: '/webhooks', words: 'Webhooks', guide: 'how-to/receive-webhooks' },
    ],
  },
  {
    title: 'Account',
    sections: [
      { to: '/billing', words: 'Billing', guide: 'explanation/answers-and-bills' },
      { to: '/account', words: 'Account' },
    ],
  },
];

export const ADMIN_SECTIONS: readonly SectionGroup[] = [
  {
    sections: [
      { to: '/admin', words: 'Overview', guide: 'how-to/respond-to-alerts' },
      { to: '/admin/accounts', words: 'Accounts' },
      { to: '/admin/jobs', words: 'Jobs' },
      { to: '/admin/batches', words: 'Batches' },
      {
        to: '/admin/jurisdictions',
        words: 'Jurisdictions',
        guide: 'how-to/respond-to-alerts',
        also: ['/admin/mirrors'],
      },
      { to: '/admin/personal-data', words: 'Personal data' },
      { to: '/admin/audit', words: 'Audit trail' },
    ],
  },
];

/** The roots: every other page is below one of these. */
const HOMES = ['', '/admin'];

export function sectionOf(path: string, groups: readonly SectionGroup[]): Section | undefined {
  const all = groups.flatMap(({ sections }) => sections);
  const within = (start: string) => path === start || path.startsWith(`${start}/`);
  return all.find(({ to, also = [] }) =>
    HOMES.includes(to) ? path === to || path === `${to}/` : [to, ...also].some(within),
  );
}
