-- The batch whose unanswered rows this one asks again.
alter table batches add column retry_of uuid;
