-- Every list that is filtered by a text compares it here, whatever its case and accents.
create or replace function contains_text(words text, typed text) returns boolean language sql immutable parallel safe as $$
  select strpos(folded(words), folded(typed)) > 0
$$;
