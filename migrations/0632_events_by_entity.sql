-- Erasing an entity finds the events about it without reading the feed of everybody.
drop index concurrently if exists events_entity_idx;
create index concurrently events_entity_idx on events (entity_id) where entity_id is not null;
drop index concurrently if exists events_entity_unknown_idx;
create index concurrently events_entity_unknown_idx on events (id) where entity_id is null and type = 'entity.changed';
