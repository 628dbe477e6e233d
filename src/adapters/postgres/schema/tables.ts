/** The tables that rooms read or write as classes; all tables are made by the migrations. */
export * from './account.tables.js';
export * from './admin.tables.js';
export * from './batch.tables.js';
export * from './billing.tables.js';
export * from './verification.tables.js';
export * from './watch.tables.js';
export * from './webhook.tables.js';
