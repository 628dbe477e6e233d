-- The trace (W3C traceparent) in which a question came, so that whoever works on it goes on with it. Empty unless traces are switched on.

alter table retrievals add column traceparent text;
alter table jobs add column traceparent text;
