-- What keys the digests of addresses that had their free credits: a copy of the database alone does not tell whose they are. Made at the first start, sealed
-- with ENCRYPTION_KEY, and kept for good: digests could not be made again. Those from before stay, and count.

alter table installation add column address_key text;
