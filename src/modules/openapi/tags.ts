interface Tag {
  name: string;
  description: string;
  /** Operations that readers need first. The others follow, in the order of the code. */
  first?: readonly string[];
}

/** The chapters of the reference, in order. */
export const TAGS: readonly Tag[] = [
  { name: 'Access', description: 'Get an API key by e-mail.' },
  {
    name: 'Verification',
    description: 'Is a business registered, and in good standing?',
    first: ['verifyBusiness', 'getVerificationStatus', 'quotePrice', 'listJobs', 'listReviews'],
  },
  {
    name: 'Records',
    description: 'What was asked and answered, kept for years.',
    first: ['listRecords', 'getRecord', 'getRecordEvidence'],
  },
  { name: 'Batches', description: 'Verify a file of names, row by row.' },
  { name: 'Search', description: 'Find businesses by name.' },
  { name: 'Entities', description: 'Stored businesses, their history and relations, and what the registers sent.' },
  {
    name: 'Watches',
    description:
      'Check a business regularly and report what changed. In the sandbox, watches follow a clock of their own.',
    first: ['createWatch', 'listWatches', 'getWatch', 'updateWatch', 'checkWatch'],
  },
  { name: 'Webhooks', description: 'Events and their signed deliveries.' },
  {
    name: 'Account',
    description: 'The account, its keys and its data.',
    first: [
      'getAccount',
      'confirmEmail',
      'listKeys',
      'updateKey',
      'getUsage',
      'getWebhookSecret',
      'rotateWebhookSecret',
      'listGrants',
      'updateGrant',
      'listSessions',
      'endSession',
    ],
  },
  { name: 'Billing', description: 'The balance, the ledger and purchases.' },
  { name: 'Facts', description: 'Jurisdictions, prices and limits.' },
  {
    name: 'Administration',
    description: 'For the operator of this installation.',
    first: [
      'adminFindAccounts',
      'adminGetAccount',
      'adminAdjustCredits',
      'adminDisableAccount',
      'adminEnableAccount',
      'adminChangeRateLimit',
      'adminListJobs',
      'adminGetJob',
      'adminRefundJob',
      'adminRefundBatchRow',
      'adminListRecords',
      'adminGetRecord',
      'adminEraseRecord',
      'adminErasePersonalData',
      'adminSwitchJurisdiction',
      'adminListMirrors',
    ],
  },
  { name: 'Operations', description: 'Health and metrics, for the operator.' },
];

interface Placed {
  operationId: string;
  tags?: string[];
}

/** Returns the place of an operation in the reference; equal ones keep the order of the code. */
export function placeOf({ operationId, tags = [] }: Placed): number {
  const chapter = TAGS.findIndex(({ name }) => tags.includes(name));
  const place = TAGS[chapter]?.first?.indexOf(operationId) ?? -1;
  return chapter * 100 + (place === -1 ? 99 : place);
}
