type Json = Record<string, any>;

/** Returns the document with response references resolved in each operation. */
export function inlinedResponses(document: Json): Json {
  const { paths, components } = structuredClone(document);
  for (const methods of Object.values<Json>(paths))
    for (const operation of Object.values<Json>(methods))
      for (const [status, { $ref }] of Object.entries<Json>(operation['responses']))
        if ($ref) operation['responses'][status] = components.responses[$ref.split('/').at(-1)];
  return { ...document, paths };
}
