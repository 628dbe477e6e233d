interface Tag {
  name: string;
  description: string;
  /** In the order in which a reader needs them. Others follow them. */
  operations: readonly string[];
}

/** The chapters of the reference, in order. */
export const TAGS: readonly Tag[] = [
  {
    name: 'Access',
    description: 'Get an API key by e-mail.',
    operations: ['requestAccess', 'verifyAccess'],
  },
  {
    name: 'Verification',
    description: 'Is a business registered, and in good standing?',
    operations: [
      'verifyBusiness',
      'getVerificationStatus',
      'quotePrice',
      'listJobs',
      'listReviews',
      'recordMeant',
      'recordRowMeant',
    ],
  },
  {
    name: 'Batches',
    description: 'Verify a file of names, row by row.',
    operations: [
      'uploadBatch',
      'startBatch',
      'retryBatch',
      'getBatch',
      'getBatchResults',
      'listBatches',
      'cancelBatch',
    ],
  },
  {
    name: 'Search',
    description: 'Find businesses by name.',
    operations: ['searchEntities', 'getSearch', 'suggest'],
  },
  {
    name: 'Entities',
    description: 'Stored businesses, their history and relations, and what the registers sent.',
    operations: [
      'getEntity',
      'listEntities',
      'getEntityHistory',
      'getRelatedEntities',
      'getEntityEvidence',
      'getJobEvidence',
      'getRowEvidence',
      'getSnapshotEvidence',
      'getEvidenceFile',
    ],
  },
  {
    name: 'Watches',
    description:
      'Check a business regularly and report what changed. In the sandbox, watches follow a clock of their own.',
    operations: [
      'createWatch',
      'listWatches',
      'getWatch',
      'updateWatch',
      'checkWatch',
      'deleteWatch',
      'getChangeMails',
      'setChangeMails',
      'getSandboxClock',
      'advanceSandboxClock',
    ],
  },
  {
    name: 'Webhooks',
    description: 'Events and their signed deliveries.',
    operations: ['sendTestEvent', 'listDeliveries', 'getDelivery', 'redeliver', 'listEvents'],
  },
  {
    name: 'Account',
    description: 'The account, its keys and its data.',
    operations: [
      'getAccount',
      'updateAccount',
      'confirmEmail',
      'listKeys',
      'createKey',
      'updateKey',
      'revokeKey',
      'getUsage',
      'getWebhookSecret',
      'rotateWebhookSecret',
      'listGrants',
      'updateGrant',
      'revokeGrant',
      'listSessions',
      'endSession',
      'endSessions',
      'changePassword',
      'exportData',
      'deleteAccount',
    ],
  },
  {
    name: 'Billing',
    description: 'The balance, the ledger and purchases.',
    operations: ['getBilling', 'purchaseCredits', 'receiveStripeEvent'],
  },
  {
    name: 'Facts',
    description: 'Jurisdictions, prices and limits.',
    operations: ['listJurisdictions', 'getConfig'],
  },
  {
    name: 'Administration',
    description: 'For the operator of this installation.',
    operations: [
      'adminFindAccounts',
      'adminGetAccount',
      'adminCreateAccount',
      'adminAdjustCredits',
      'adminDisableAccount',
      'adminEnableAccount',
      'adminChangeRateLimit',
      'adminListJobs',
      'adminGetJob',
      'adminRefundJob',
      'adminRefundBatchRow',
      'adminErasePersonalData',
      'adminSwitchJurisdiction',
      'adminListMirrors',
      'adminListActions',
    ],
  },
  {
    name: 'Operations',
    description: 'Health and metrics, for the operator.',
    operations: ['checkHealth', 'checkLive', 'checkReady', 'readMetrics'],
  },
];

interface Placed {
  operationId: string;
  tags?: string[];
}

/** Returns the place of an operation in the reference: by its chapter, then within it. */
export function placeOf({ operationId, tags = [] }: Placed): number {
  const chapter = TAGS.findIndex(({ name }) => tags.includes(name));
  const operations = TAGS[chapter]?.operations ?? [];
  const place = operations.indexOf(operationId);
  return chapter * 100 + (place === -1 ? operations.length : place);
}
