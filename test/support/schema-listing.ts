import type { DataSource } from 'typeorm';

const OBJECTS = `
  select 'table ' || relname as name, coalesce(reloptions::text, '') as definition
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
  union all
  select 'column ' || c.relname || '.' || a.attname,
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end, a.attidentity::text, a.attgenerated::text,
        pg_get_expr(d.adbin, d.adrelid))
    from pg_class c join pg_attribute a on a.attrelid = c.oid
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'c') and attnum > 0 and not attisdropped
  union all
  select 'constraint ' || c.relname || '.' || conname, pg_get_constraintdef(k.oid)
    from pg_constraint k join pg_class c on c.oid = conrelid
    where c.relnamespace = 'public'::regnamespace and contype <> 'n'
  union all
  select 'index ' || i.relname, pg_get_indexdef(i.oid)
    from pg_class i where i.relnamespace = 'public'::regnamespace and i.relkind = 'i'
  union all
  select 'trigger ' || c.relname || '.' || tgname, pg_get_triggerdef(t.oid)
    from pg_trigger t join pg_class c on c.oid = tgrelid where not tgisinternal
  union all
  select 'function ' || p.oid::regprocedure,
      concat_ws(' ', pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), l.lanname, p.provolatile::text,
        (select string_agg(setting, ' ' order by setting) from unnest(p.proconfig) setting), p.prosrc)
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;

/** Returns every object that migrations create, by kind and name. Column order is ignored. */
export async function schemaListing(database: DataSource): Promise<Map<string, string>> {
  const rows: { name: string; definition: string }[] = await database.query(OBJECTS);
  return new Map(rows.map(({ name, definition }) => [name, definition]));
}
