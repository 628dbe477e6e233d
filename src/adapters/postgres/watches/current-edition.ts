/** Identifies an edition: by its content, or by its file if its content was not recorded yet. */
export const CONTENT = 'coalesce(m.content, m.fingerprint)';

/**
 * SQL for the content of a jurisdiction's current edition. In a sandbox, an imported edition takes
 * precedence over the bundled one.
 */
export function currentEdition(jurisdiction: string, sandbox: string): string {
  return `(select ${CONTENT} from mirror_editions m
    where m.jurisdiction = ${jurisdiction} and m.state = 'current' and (m.realm = 'live' or ${sandbox}) order by m.realm limit 1)`;
}

/** The part of rows that only make another name findable. */
const NAME_ONLY = '-';

/**
 * SQL for the digests of everything an edition has on each record `p.record_id` of `picked`.
 * `layout` identifies the order of its cells.
 */
export function recordDigests(edition: string, layout: string): string {
  return `
    select p.record_id, sha256(convert_to(${layout} || string_agg(r.part || E'\\x1f' || r.cells, E'\\x1e' order by r.part, r.cells collate "C"), 'UTF8')) as digest
      from (select distinct record_id from picked) p
        join mirror_rows_${BigInt(edition)} r on r.id = p.record_id collate "C" and r.part <> '${NAME_ONLY}'
      group by p.record_id`;
}
