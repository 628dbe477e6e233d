/** The chapters of the reference, in its order. */
export const TAGS = [
  { name: 'Access', description: 'From an e-mail address to an API key.' },
  { name: 'Verification', description: 'Whether a business is registered, and how it stands.' },
  { name: 'Batches', description: 'A file of names, verified row by row.' },
  { name: 'Search', description: 'Which businesses have a name like this.' },
  { name: 'Entities', description: 'What was verified before.' },
  { name: 'Account', description: 'The account, its keys and its data.' },
  { name: 'Billing', description: 'Credits: what was used, and more of them.' },
  { name: 'Webhooks', description: 'The ends of jobs, reported to your receiver.' },
  { name: 'Administration', description: 'For the operator of this installation.' },
  { name: 'Facts', description: 'What the service offers.' },
  { name: 'Operations', description: 'For the operator.' },
];
