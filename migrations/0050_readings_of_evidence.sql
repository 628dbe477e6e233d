-- The content that a retrieval alone read, where its snapshot says more: a short answer keeps what
-- earlier ones said. Null where they are the same, and for evidence of earlier versions.
alter table snapshot_evidence add column reading integer;
