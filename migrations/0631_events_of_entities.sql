-- What an event says of an entity can be erased when its watch has long been deleted.
alter table events add column entity_id uuid;
