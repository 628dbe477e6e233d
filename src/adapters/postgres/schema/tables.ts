/** Tables that are read or written as classes. The migrations create all tables. */
export * from './account.tables.js';
export * from './admin.tables.js';
export * from './batch.tables.js';
export * from './billing.tables.js';
export * from './verification.tables.js';
export * from './watch.tables.js';
export * from './webhook.tables.js';
