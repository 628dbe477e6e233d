-- Lower case without accents, like `fold` of the core, for letters of the Latin script.
create or replace function folded(words text) returns text language sql immutable parallel safe as $$
  select case when words ~ '^[\x01-\x7e]*$' then lower(words)
    else translate(
      replace(replace(replace(replace(replace(
        lower(regexp_replace(normalize(words, NFKD), '[\u0300-\u036f]', '', 'g')),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ŋ', 'ng'),
      'øłđðħıŧ’‘', 'olddhit''''') end
$$;
