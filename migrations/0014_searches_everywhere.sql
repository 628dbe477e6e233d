-- What a search of a country, or of everywhere, meant as well and did not ask, with the reason.
alter table searches add column not_asked json;
