-- The UUID in an id such as ent_01h455vb4pex5vsknk084sn02q: 26 digits of Crockford's base32, of which
-- the first carries three bits. Null of what is no id.
create or replace function uuid_of(id text) returns uuid language sql immutable strict parallel safe as $$
  select string_agg(to_hex(substr(b.bits, 4 * n + 3, 4)::bit(4)::integer), '' order by n)::uuid
    from generate_series(0, 31) n cross join (
      select string_agg((position(d.digit in '0123456789abcdefghjkmnpqrstvwxyz') - 1)::bit(5)::text, '' order by d.place) as bits
        from regexp_split_to_table(split_part(id, '_', 2), '') with ordinality d (digit, place)) b
   where length(b.bits) = 130
$$;
