/*
 * Limits visible to callers. Each is defined only here: schemas, checks and texts use the constant.
 */

export const MAX_ENTITY_NAME_LENGTH = 300;

/** Characters of an address given with a name, and of each of its parts. */
export const MAX_ADDRESS_LENGTH = 500;

export const MAX_OFFICER_LENGTH = 200;

/** Per search. */
export const MAX_JURISDICTIONS = 10;

/** More than there are registers: in lists that name each of them, or each of their countries. */
export const MAX_REGISTERS = 64;
/** A mirror of an older edition raises the alert of `.ops/alerts.yml`. */
export const OLD_EDITION_DAYS = 45;

/** Long enough for the name of a country, which the refusal translates into its code. */
export const MAX_COUNTRY_LENGTH = 60;

/** Seconds a caller can ask the server to wait for an answer. */
export const MAX_WAIT_SECONDS = 25;

export const MAX_SUGGESTIONS = 20;

/** Default time a search waits for registers. */
export const SEARCH_WAIT_MS = 2_000;

export const MAX_IDEMPOTENCY_KEY_LENGTH = 128;

export const IDEMPOTENCY_KEPT_HOURS = 24;

/** Maximum page size of a list. */
export const MAX_LISTED = 100;

/** Default page size of a list. */
export const DEFAULT_LISTED = 20;

/** Per account. */
export const MAX_WATCHES = 10_000;

/** Including rejected rows. */
export const MAX_BATCH_ROWS = 100_000;

export const MAX_BATCH_BYTES = 64 * 1024 * 1024;

/** Per line of the file, and per row that spans several lines. */
export const MAX_BATCH_LINE_BYTES = 32 * 1024;

/** Per account and process. */
export const MAX_UPLOADS_AT_ONCE = 2;

/** Unfinished batches per account. */
export const MAX_OPEN_BATCHES = 20;

/** Per account, ended batches included. */
export const MAX_BATCH_ROWS_KEPT = 1_000_000;

export const MAX_FILE_NAME_LENGTH = 200;

/** Rejected rows included in a batch's response. */
export const MAX_REJECTIONS_SHOWN = 100;

export const BATCHES_KEPT_DAYS = 90;

/** For batches that ended without a charge. */
export const FREE_BATCHES_KEPT_DAYS = 1;

export const MAX_CUSTOM_ID_LENGTH = 200;

/** Characters of a caller's own reference for a question. */
export const MAX_REFERENCE_LENGTH = 200;

/** A revoked key is listed for this long, and refused as revoked for longer. */
export const REVOKED_KEYS_LISTED_DAYS = 90;

/** In the account's response; GET /v1/account/keys lists all of them. */
export const MAX_REVOKED_KEYS_SHOWN = 200;

/** Newest first. */
export const MAX_SESSIONS_LISTED = 200;

export const MAX_LABEL_LENGTH = 100;

export const MAX_ACCOUNT_NAME_LENGTH = 200;

/** Characters of a person's note on a match review. */
export const MAX_NOTE_LENGTH = 500;

export const MAX_REASON_LENGTH = 500;

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;

/** Wrong attempts from one network after which a one-time code is invalid there. */
export const CODE_TRIES = 5;

/** Credits an administrator can add or remove at once. */
export const MAX_ADJUSTED_CREDITS = 1_000_000;

/** Maximum rate limit of a key. */
export const MAX_REQUESTS_PER_MINUTE = 1_000_000;

/** Rows of a list that are counted; a longer list reports this number as its total. */
export const MAX_COUNTED = 100_000;
