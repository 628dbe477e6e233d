import {
  AccountRow,
  ApiKeyRow,
  ConsoleSessionRow,
  FreeCreditGrantRow,
  IdempotencyKeyRow,
  OneTimeCodeRow,
  OneTimeCodeTryRow,
} from './accounts.entities.js';
import { AdminActionRow, AdminConfirmationRow, AdminSessionRow, JurisdictionSwitchedOffRow } from './admin.entities.js';
import { BatchRow, BatchRowRow, BatchWaitRow } from './batches.entities.js';
import {
  BudgetRow,
  CheckedLedgerRow,
  DebtRow,
  LedgerCheckRow,
  LedgerEntryRow,
  PaymentReversalRow,
  PaymentRow,
  PricedReadRow,
} from './billing.entities.js';
import { ConfirmationThresholdRow, UsedConfirmationRow } from './confirmations.entities.js';
import { AnswerRow, AccessRow, EntityRow, RankingRow, SnapshotContentRow, SnapshotRow } from './entities.entities.js';
import {
  EvidenceBodyRow,
  EvidenceErasureRow,
  EvidenceExchangeRow,
  EvidenceRow,
  SnapshotEvidenceRow,
} from './evidence.entities.js';
import { MirrorDownloadRow, MirrorEditionRow } from './mirrors.entities.js';
import { OauthRecordRow, OauthRegistrationRow } from './oauth.entities.js';
import { InstallationRow, ScheduleRow } from './operations.entities.js';
import { JobRow, MeantRecordRow, RetrievalRow, SearchRow } from './verification.entities.js';
import {
  ChangeMailRow,
  SandboxClockMoveRow,
  SandboxClockRow,
  WatchLookRow,
  WatchRow,
  WatchWakeRow,
} from './watches.entities.js';
import { DeliveryRow, EventRow, WebhookSecretRow } from './webhooks.entities.js';

/**
 * Every table. The tables are made by the migrations; a test compares both. Its type is written
 * out: of an inferred one, the compiler does not always write the same parts.
 */
export const ENTITIES: (new () => object)[] = [
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
