/** The fingerprint of the edition that answers for a jurisdiction; in a sandbox, one that was imported stands before the bundled one. */
export function currentEdition(jurisdiction: string, sandbox: string): string {
  return `(select m.fingerprint from mirror_editions m
    where m.jurisdiction = ${jurisdiction} and m.state = 'current' and (m.realm = 'live' or ${sandbox}) order by m.realm limit 1)`;
}
