import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

export const TYPES_FILE = 'src/client/openapi.ts';

/** The types of the client, as they follow from the document. */
export async function clientTypes(document: object): Promise<string> {
  const types = astToString(await openapiTS(structuredClone(document) as never, { exportType: true, alphabetize: true }));
  const source = `// Made from the OpenAPI document by openapi-typescript: npm run client. Do not edit.\n\n${types}`;
  return format(source, { ...(await resolveConfig(TYPES_FILE)), parser: 'typescript' });
}
