/** What tells editions apart: their content, or in those from before it was noted, their file. */
export const CONTENT = 'coalesce(m.content, m.fingerprint)';

/**
 * The content of the edition that answers for a jurisdiction; in a sandbox, one that was imported
 * stands before the bundled one.
 */
export function currentEdition(jurisdiction: string, sandbox: string): string {
  return `(select ${CONTENT} from mirror_editions m
    where m.jurisdiction = ${jurisdiction} and m.state = 'current' and (m.realm = 'live' or ${sandbox}) order by m.realm limit 1)`;
}

/** Rows that only make a further name findable. */
const NAME_ONLY = '-';

/**
 * The digest of everything that an edition has of each of the records `p.record_id` of `picked`;
 * `layout` stands for the order of its cells.
 */
export function recordDigests(edition: string, layout: string): string {
  return `
    select p.record_id, sha256(convert_to(${layout} || string_agg(r.part || E'\\x1f' || r.cells, E'\\x1e' order by r.part, r.cells collate "C"), 'UTF8')) as digest
      from (select distinct record_id from picked) p
        join mirror_rows_${BigInt(edition)} r on r.id = p.record_id collate "C" and r.part <> '${NAME_ONLY}'
      group by p.record_id`;
}
