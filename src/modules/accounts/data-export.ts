/** One JSON document, written while it is read: however much an account holds, little of it is in memory at a time. */
export async function* exportDocument(
  head: Record<string, unknown>,
  sections: ReadonlyMap<string, AsyncIterable<Record<string, unknown>>>,
): AsyncIterable<string> {
  yield JSON.stringify(head).slice(0, -1);
  for (const [section, records] of sections) {
    yield `,${JSON.stringify(section)}:[`;
    let separator = '\n';
    for await (const record of records) {
      yield separator + JSON.stringify(record);
      separator = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}
