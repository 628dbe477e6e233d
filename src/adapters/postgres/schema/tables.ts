import {
  AccountRow,
  ApiKeyRow,
  ConsoleSessionRow,
  FreeCreditGrantRow,
  IdempotencyKeyRow,
  OneTimeCodeRow,
  OneTimeCodeTryRow,
} from './account.tables.js';
import { AdminActionRow, AdminConfirmationRow, AdminSessionRow, JurisdictionSwitchedOffRow } from './admin.tables.js';
import { BatchRow, BatchRowRow, BatchWaitRow } from './batch.tables.js';
import {
  BudgetRow,
  CheckedLedgerRow,
  DebtRow,
  LedgerCheckRow,
  LedgerEntryRow,
  PaymentReversalRow,
  PaymentRow,
  PricedReadRow,
} from './billing.tables.js';
import { ConfirmationThresholdRow, UsedConfirmationRow } from './confirmation.tables.js';
import { AnswerRow, AccessRow, EntityRow, RankingRow, SnapshotContentRow, SnapshotRow } from './entity.tables.js';
import {
  EvidenceBodyRow,
  EvidenceErasureRow,
  EvidenceExchangeRow,
  EvidenceRow,
  SnapshotEvidenceRow,
} from './evidence.tables.js';
import { MirrorDownloadRow, MirrorEditionRow } from './mirror.tables.js';
import { OauthRecordRow, OauthRegistrationRow } from './oauth.tables.js';
import { InstallationRow, ScheduleRow } from './operations.tables.js';
import { JobRow, MeantRecordRow, RetrievalRow, SearchRow } from './verification.tables.js';
import {
  ChangeMailRow,
  SandboxClockMoveRow,
  SandboxClockRow,
  WatchLookRow,
  WatchRow,
  WatchWakeRow,
} from './watch.tables.js';
import { DeliveryRow, EventRow, WebhookSecretRow } from './webhook.tables.js';

/**
 * Every table. The tables are made by the migrations; a test compares both. Its type is written
 * out: of an inferred one, the compiler does not always write the same parts.
 */
export const TABLES: (new () => object)[] = [
  AccountRow,
  ApiKeyRow,
  OneTimeCodeRow,
  OneTimeCodeTryRow,
  FreeCreditGrantRow,
  ConsoleSessionRow,
  IdempotencyKeyRow,
  OauthRecordRow,
  OauthRegistrationRow,
  LedgerEntryRow,
  BudgetRow,
  CheckedLedgerRow,
  LedgerCheckRow,
  PricedReadRow,
  PaymentRow,
  PaymentReversalRow,
  DebtRow,
  ConfirmationThresholdRow,
  UsedConfirmationRow,
  EntityRow,
  AccessRow,
  AnswerRow,
  RankingRow,
  SnapshotRow,
  SnapshotContentRow,
  EvidenceRow,
  EvidenceExchangeRow,
  EvidenceBodyRow,
  EvidenceErasureRow,
  SnapshotEvidenceRow,
  RetrievalRow,
  JobRow,
  SearchRow,
  MeantRecordRow,
  BatchRow,
  BatchRowRow,
  BatchWaitRow,
  WatchLookRow,
  ChangeMailRow,
  WatchRow,
  WatchWakeRow,
  SandboxClockRow,
  SandboxClockMoveRow,
  EventRow,
  DeliveryRow,
  WebhookSecretRow,
  MirrorEditionRow,
  MirrorDownloadRow,
  AdminActionRow,
  AdminSessionRow,
  AdminConfirmationRow,
  JurisdictionSwitchedOffRow,
  InstallationRow,
  ScheduleRow,
];
