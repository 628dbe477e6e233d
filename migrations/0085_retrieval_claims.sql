-- How often a retrieval was taken up, apart from how often its register was asked in vain: a worker that ends hands back what it has begun, and that is no try.

alter table retrievals add column claims integer not null default 0;
update retrievals set claims = attempts where finished_at is null;
