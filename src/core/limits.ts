/*
 * The limits that callers meet. Each stands here and nowhere else: schemas, checks and texts name
 * the constant.
 */

/** Characters of a name that is looked for. */
export const MAX_ENTITY_NAME_LENGTH = 300;

/** Characters of an address that is given beside a name, and of each of its parts. */
export const MAX_ADDRESS_LENGTH = 500;

/** Characters of the name of a person who is given beside it. */
export const MAX_OFFICER_LENGTH = 200;

/** Jurisdictions of one search. */
export const MAX_JURISDICTIONS = 10;

/** Seconds that a caller can ask to wait for an answer. */
export const MAX_WAIT_SECONDS = 25;

/** Names that are suggested at once. */
export const MAX_SUGGESTIONS = 20;

/** How long a search waits for registers unless the caller or the operator says otherwise. */
export const SEARCH_WAIT_MS = 2_000;

/** Characters of an Idempotency-Key. */
export const MAX_IDEMPOTENCY_KEY_LENGTH = 128;

/** How long an Idempotency-Key is known. */
export const IDEMPOTENCY_KEPT_HOURS = 24;

/** The longest page of a list. */
export const MAX_LISTED = 100;

/** The page of a list unless the caller asks for another length. */
export const DEFAULT_LISTED = 20;

/** Watches of an account. */
export const MAX_WATCHES = 10_000;

/** Rows of a batch, the rejected ones among them. */
export const MAX_BATCH_ROWS = 100_000;

/** Bytes of the file of a batch. */
export const MAX_BATCH_BYTES = 64 * 1024 * 1024;

/** Bytes of a line of such a file, and of a row that goes over several. */
export const MAX_BATCH_LINE_BYTES = 32 * 1024;

/** Files of one account that a process reads at a time. */
export const MAX_UPLOADS_AT_ONCE = 2;

/** Batches of an account that have not ended. */
export const MAX_OPEN_BATCHES = 20;

/** Rows of all batches of an account that are kept, those of ended ones among them. */
export const MAX_BATCH_ROWS_KEPT = 1_000_000;

/** Characters of what the file of a batch is called. */
export const MAX_FILE_NAME_LENGTH = 200;

/** Rejected rows that are named where a batch is shown. */
export const MAX_REJECTIONS_SHOWN = 100;

/** How long a batch and its results are kept. */
export const BATCHES_KEPT_DAYS = 90;

/** How long one is kept that ended without a charge. */
export const FREE_BATCHES_KEPT_DAYS = 1;

/** Characters of what a row of a batch is called by who sent it. */
export const MAX_CUSTOM_ID_LENGTH = 200;

/** How long a revoked key is listed. It is refused as revoked for longer. */
export const REVOKED_KEYS_LISTED_DAYS = 90;

/** Revoked keys that are shown with the account; GET /v1/account/keys lists all of them. */
export const MAX_REVOKED_KEYS_SHOWN = 200;

/** Sessions that are listed, the newest. */
export const MAX_SESSIONS_LISTED = 200;

/** Characters of an API key's label. */
export const MAX_LABEL_LENGTH = 100;

/** Characters of the name of an account's owner. */
export const MAX_ACCOUNT_NAME_LENGTH = 200;

/** Characters of what a person notes about a match. */
export const MAX_NOTE_LENGTH = 500;

/** Characters of an administrator's reason. */
export const MAX_REASON_LENGTH = 500;

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;

/** Wrong tries from one network that end a one-time code there. */
export const CODE_TRIES = 5;

/** Credits that an administrator can give or take at once. */
export const MAX_ADJUSTED_CREDITS = 1_000_000;

/** Requests a minute that a key can be allowed. */
export const MAX_REQUESTS_PER_MINUTE = 1_000_000;

/** Rows of a list that are counted: a list that has more says that it has so many. */
export const MAX_COUNTED = 100_000;
