/** A query the portal refuses. Its errors come in two shapes. */
export class SodaError extends Error {
  constructor(
    readonly status: number,
    readonly body: Record<string, unknown>,
  ) {
    super(String(body['message']));
  }
}

export function malformed(position: number): SodaError {
  return new SodaError(400, {
    code: 'query.compiler.malformed',
    error: true,
    message: `Could not parse SoQL query at line 1 character ${position + 1}`,
  });
}

export function noSuchColumn(column: string): SodaError {
  return new SodaError(400, {
    message: `Query coordinator error: query.soql.no-such-column; No such column: ${column}`,
    errorCode: 'query.soql.no-such-column',
    data: { column },
  });
}

export function notGrouped(column: string): SodaError {
  return new SodaError(400, {
    message: `Query coordinator error: query.soql.column-not-in-group-bys; Column '${column}' must be in the group by`,
    errorCode: 'query.soql.column-not-in-group-bys',
    data: { column },
  });
}

export function noSuchFunction(name: string): SodaError {
  return new SodaError(400, {
    message: `Query coordinator error: query.soql.no-such-function; No such function: ${name}`,
    errorCode: 'query.soql.no-such-function',
    data: { function: name },
  });
}

export function invalidParameter(message: string): SodaError {
  return new SodaError(400, { code: 'query.execution.invalidParameter', error: true, message });
}

export function noSuchDataset(id: string): SodaError {
  return new SodaError(404, { code: 'dataset.missing', error: true, message: 'Not found', data: { id } });
}
