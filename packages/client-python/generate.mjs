// Generates the Python client from the OpenAPI document: types of request and response bodies, and
// one method per operation.
import { readFileSync, writeFileSync } from 'node:fs';

const HERE = new URL('.', import.meta.url).pathname;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/**
 * The query parameter of operations that can return text: the client has separate methods for
 * those.
 */
const CSV_FORMAT = 'format';

const { components, paths } = JSON.parse(readFileSync(new URL('../client/openapi.json', import.meta.url), 'utf8'));

const types = [];
for (const [name, schema] of Object.entries(components.schemas)) define(name, schema);

const operations = [];
const billed = new Set();
for (const [path, item] of Object.entries(paths)) {
  for (const method of METHODS) if (item[method]) operations.push(operationOf(method, path, item));
}

writeFileSync(
  `${HERE}src/standing_client/_generated.py`,
  [
    '"""Generated from the OpenAPI document by generate.mjs."""',
    '',
    'from typing import Any, Dict, List, Literal, Optional, Protocol, TypedDict, Union',
    'from urllib.parse import quote',
    '',
    ...types,
    'class Credits(TypedDict):',
    '    """The price of a request, and the remaining balance."""',
    '',
    '    charged: int',
    '    remaining: int',
    '',
    '',
    ...[...billed].map((name) => `class ${name}Billed(${name}):\n    credits: Credits\n\n`),
    'def quoted(part: str) -> str:',
    '    """Escape an id for a path; dots would lead to another path."""',
    '    if part in ("", ".", ".."):',
    '        raise ValueError(f"{part!r} is not an id")',
    '    return quote(part, safe="")',
    '',
    '',
    'class Sender(Protocol):',
    '    """Send one request; see `standing_client.transport.Transport`."""',
    '',
    '    def send(',
    '        self,',
    '        method: str,',
    '        path: str,',
    '        *,',
    '        query: Optional[Dict[str, Any]] = None,',
    '        body: Optional[Any] = None,',
    '        idempotency_key: Optional[str] = None,',
    '        charged: bool = False,',
    '        wait_seconds: Optional[float] = None,',
    '        timeout: Optional[float] = None,',
    '        nothing: bool = False,',
    '    ) -> Any: ...',
    '',
    '',
    'class Operations:',
    '    """One method for each JSON operation of the service."""',
    '',
    '    _http: Sender',
    '',
    ...operations.filter(Boolean),
  ].join('\n'),
);

/** Adds a named type for the schema and for each object nested in it. */
function define(name, schema) {
  if (schema.properties === undefined) {
    types.push(`${name} = ${typeOf(schema, name)}`, '', '');
    return;
  }
  const required = new Set(schema.required);
  const fields = (wanted) =>
    Object.entries(schema.properties)
      .filter(([field]) => required.has(field) === wanted)
      .map(([field, value]) => `    ${JSON.stringify(field)}: ${JSON.stringify(typeOf(value, name + pascal(field)))},`);
  const [needed, optional] = [fields(true), fields(false)];
  types.push(
    `_${name}Needed = TypedDict(\n    "_${name}Needed",\n    {\n${indented(needed)}\n    },\n)`,
    '',
    `_${name}Optional = TypedDict(\n    "_${name}Optional",\n    {\n${indented(optional)}\n    },\n    total=False,\n)`,
    '',
    '',
    `class ${name}(_${name}Needed, _${name}Optional):`,
    `    """${docstring(schema.description ?? name)}"""`,
    '',
    '',
  );
}

function indented(lines) {
  return lines.map((line) => `    ${line}`).join('\n');
}

function typeOf(schema, name) {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map((choice, at) => typeOf(choice, at === 0 ? name : `${name}${at + 1}`)));
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type }, name)));
  if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
  if (schema.enum && schema.type !== 'null')
    return `Literal[${schema.enum
      .filter((each) => each !== null)
      .map(literal)
      .join(', ')}]`;
  switch (schema.type) {
    case 'string':
      return 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'None';
    case 'array':
      return `List[${schema.items ? typeOf(schema.items, `${name}Item`) : 'Any'}]`;
    case 'object':
      if (schema.properties) {
        define(name, schema);
        return name;
      }
      return `Dict[str, ${typeof schema.additionalProperties === 'object' ? typeOf(schema.additionalProperties, `${name}Value`) : 'Any'}]`;
    default:
      return 'Any';
  }
}

function union(names) {
  const distinct = [...new Set(names)];
  return distinct.length === 1 ? distinct[0] : `Union[${distinct.join(', ')}]`;
}

function literal(value) {
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
}

/** Returns `undefined` if the operation takes or returns anything but JSON. */
function operationOf(method, path, item) {
  const operation = item[method];
  const { operationId, summary = operationId, requestBody, responses } = operation;
  const body = requestBody?.content['application/json'];
  const answers = Object.entries(responses).filter(([status]) => /^(2|503)/.test(status));
  // Errors are references to components. A 503 with an inline schema is a regular response.
  const jsons = answers.flatMap(([, { content = {} }]) => content['application/json']?.schema ?? []);
  if ((requestBody && !body) || (jsons.length === 0 && answers.every(([status]) => status !== '204'))) return undefined;
  const given = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolved);
  const inPath = given.filter((each) => each.in === 'path').map(({ name }) => name);
  const inQuery = given.filter((each) => each.in === 'query' && each.name !== CSV_FORMAT);
  const headers = new Set(given.filter((each) => each.in === 'header').map(({ name }) => name));
  const charged = headers.has('Idempotency-Key');
  const bodyType = body && typeOf(body.schema, `${pascal(operationId)}Body`);
  const parameters = [
    'self',
    ...inPath.map((name) => `${snake(name)}: str`),
    ...(body ? [requestBody.required === false ? `body: Optional[${bodyType}] = None` : `body: ${bodyType}`] : []),
    '*',
    ...inQuery.map(({ name, schema }) => `${argument(name)}: Optional[${typeOf(schema, pascal(name))}] = None`),
    ...(charged ? ['idempotency_key: Optional[str] = None'] : []),
    ...(headers.has('Prefer') ? ['wait_seconds: Optional[float] = None'] : []),
    'timeout: Optional[float] = None',
  ];
  const answer = jsons.length === 0 ? 'None' : union(jsons.flatMap((schema) => billedTypes(schema, operationId)));
  const passed = [
    `"${method.toUpperCase()}"`,
    inPath.length === 0
      ? JSON.stringify(path)
      : `f${JSON.stringify(path.replaceAll(/\{(\w+)\}/g, (_, name) => `{quoted(${snake(name)})}`))}`,
    ...(inQuery.length > 0
      ? [`query={${inQuery.map(({ name }) => `${JSON.stringify(name)}: ${argument(name)}`).join(', ')}}`]
      : []),
    ...(body ? ['body=body'] : []),
    ...(charged ? ['idempotency_key=idempotency_key', 'charged=True'] : []),
    ...(headers.has('Prefer') ? ['wait_seconds=wait_seconds'] : []),
    'timeout=timeout',
    ...(answer === 'None' ? ['nothing=True'] : []),
  ];
  return [
    `    def ${snake(operationId)}(`,
    ...parameters.map((each) => `        ${each},`),
    `    ) -> ${answer}:`,
    `        """${docstring(summary)}"""`,
    `        ${answer === 'None' ? '' : 'return '}self._http.send(${passed.join(', ')})`,
    '',
  ].join('\n');
}

function billedTypes(schema, operationId) {
  const name = typeOf(schema, `${pascal(operationId)}Answer`);
  return name
    .replace(/^Union\[(.*)\]$/, '$1')
    .split(', ')
    .map((each) => {
      // Do not hide a `credits` field of the response itself.
      if (components.schemas[each]?.properties?.credits) return each;
      billed.add(each);
      return `${each}Billed`;
    });
}

function resolved(parameter) {
  return parameter.$ref ? components.parameters[parameter.$ref.split('/').at(-1)] : parameter;
}

/** Returns an argument name that is not a Python keyword. */
function argument(name) {
  return name === 'from' ? 'from_' : snake(name);
}

function snake(name) {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}

function pascal(name) {
  return name.replaceAll(/(^|[_-])(\w)/g, (_, _before, letter) => letter.toUpperCase());
}

function docstring(text) {
  return text.replaceAll('\\', '\\\\').replaceAll('"""', "'''");
}
