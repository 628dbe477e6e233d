import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { randomBytes } from 'node:crypto';
import type { DynamicModule, Type } from '@nestjs/common';
import ts from 'typescript';
import { AppModule } from '../../src/bootstrap/app.module.js';
import { ANSWERS } from '../../src/modules/http/answers/answer-fields.js';
import { accessToken, freePort } from '../support/oauth-user.js';
import { startService, type Service } from '../support/harness.js';
import { inlinedResponses } from '../support/inlined-responses.js';

/** The files of the page, by the path shown above each. */
const FILES = new Map(
  [...readFileSync('docs/internals/add-a-route.md', 'utf8').matchAll(/^`(src\/\S+)`\n\n```ts\n([\s\S]+?)```/gm)].map(
    ([, path = '', code = '']) => [resolve(path), code],
  ),
);
/** Outside the sources, so that tests which read those do not see these files. */
const FOLDER = resolve('.data', `add-a-route-${randomBytes(4).toString('hex')}`);
const placeOf = (path: string) => join(FOLDER, relative(resolve(), path));

/** Writes the files of the page. Their other imports resolve to the service's own files. */
function writeFiles(): void {
  for (const [path, code] of FILES) {
    const placed = code.replaceAll(/ from '(\.[^']+)\.js'/g, (_, specifier: string) => {
      const target = resolve(dirname(path), specifier);
      return ` from '${FILES.has(`${target}.ts`) ? placeOf(target) : target}.ts'`;
    });
    mkdirSync(dirname(placeOf(path)), { recursive: true });
    writeFileSync(placeOf(path), placed);
  }
}

/** Returns the compiler's errors for the files, at the paths given by the page. */
function complaints(): string[] {
  const { config } = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, resolve());
  const real = ts.createCompilerHost({ ...options, noEmit: true });
  const isFolder = (path: string) => [...FILES.keys()].some((file) => file.startsWith(`${path}/`));
  const host: ts.CompilerHost = {
    ...real,
    fileExists: (path) => FILES.has(path) || real.fileExists(path),
    directoryExists: (path) => isFolder(path) || ts.sys.directoryExists(path),
    readFile: (path) => FILES.get(path) ?? real.readFile(path),
    getSourceFile: (path, language, ...rest) => {
      const code = FILES.get(path);
      return code === undefined
        ? real.getSourceFile(path, language, ...rest)
        : ts.createSourceFile(path, code, language);
    },
  };
  const program = ts.createProgram([...FILES.keys()], { ...options, noEmit: true }, host);
  return [...FILES.keys()]
    .flatMap((path) => ts.getPreEmitDiagnostics(program, program.getSourceFile(path)))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('the route of docs/internals/add-a-route.md', () => {
  let composing: { mockRestore(): void };
  let service: Service;
  let key: string;
  let email: string;
  const body = { jurisdiction: 'us-co', first: 'Imaginary Lanterns LLC', second: 'Imaginary Lanterns, L.L.C.' };

  beforeAll(async () => {
    writeFiles();
    const module = placeOf(resolve('src/modules/names/names.module.ts'));
    const { NamesModule } = (await import(module)) as { NamesModule: Type };
    const compose = AppModule.compose.bind(AppModule);
    composing = jest.spyOn(AppModule, 'compose').mockImplementation((infrastructure): DynamicModule => {
      const composed = compose(infrastructure);
      return { ...composed, imports: [...(composed.imports ?? []), NamesModule] };
    });
    // OAuth sign-in only works at the service's own address.
    service = await startService({ env: { PORT: String(await freePort()) } });
    ({ key, email } = await service.signUp());
  });
  afterAll(async () => {
    composing.mockRestore();
    await service.close();
    // Other suites in this worker describe the service without it.
    const shapes = await import(placeOf(resolve('src/modules/names/names.response.ts')));
    ANSWERS.remove(shapes.ComparedNamesShape);
    rmSync(FOLDER, { recursive: true, force: true });
  });

  const compare = (asked: object) => service.ask('POST', '/v1/names/compare', { body, ...asked });

  it('compiles as written', () => {
    expect(FILES.size).toBe(5);
    expect(complaints()).toEqual([]);
  });

  it('answers, and charges its price', async () => {
    const { status, body: answer, headers } = await compare({ key });
    expect([status, answer]).toEqual([200, { same: true }]);
    expect([headers.get('x-credits-charged'), headers.get('x-credits-remaining')]).toEqual(['5', '45']);
    expect(await service.balance(key)).toBe(45);
  });

  it('refuses a bad body with the error of the contract, and charges nothing', async () => {
    const { status, body: refusal } = await compare({ key, body: { ...body, first: ' ', third: 1 } });
    expect([status, refusal.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(refusal.error.details.errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ location: 'body', field: 'first' }),
        expect.objectContaining({ location: 'body', field: 'third' }),
      ]),
    );
    expect(await service.balance(key)).toBe(45);
  });

  it('refuses a request without credentials, scope or credits', async () => {
    expect((await compare({})).status).toBe(401);
    const token = await accessToken(service, { email, scope: 'openid' });
    const refused = await compare({ headers: { authorization: `Bearer ${token}` } });
    expect([refused.status, refused.body.error.details]).toEqual([403, { required: 'account:read' }]);
    for (let times = 0; times < 9; times += 1) expect((await compare({ key })).status).toBe(200);
    const { status, body: refusal } = await compare({ key });
    expect([status, refusal.error.details]).toEqual([402, { required: 5, available: 0, limited_by: 'balance' }]);
  });

  it('is documented with the errors and headers of its kind', async () => {
    const { body: document } = await service.ask('GET', '/openapi.json');
    const operation = inlinedResponses(document)['paths']['/v1/names/compare'].post;
    expect(operation).toMatchObject({
      operationId: 'compareNames',
      tags: ['Search'],
      security: [{ ApiKey: [] }, { OAuth: ['account:read'] }],
    });
    expect(operation.requestBody.content['application/json']).toMatchObject({
      schema: { required: ['jurisdiction', 'first', 'second'], additionalProperties: false },
      example: body,
    });
    expect(Object.keys(operation.responses)).toEqual(['200', '400', '401', '402', '403', '429', '500', '503']);
    const codes = Object.keys(operation.responses['403'].content['application/json'].examples);
    expect(codes).toEqual(
      expect.arrayContaining(['INSUFFICIENT_SCOPE', 'EMAIL_NOT_VERIFIED', 'ACCOUNT_DELETED', 'ACCOUNT_DISABLED']),
    );
    expect(operation.responses['200'].headers).toHaveProperty('X-Credits-Charged');
    expect(document.components.schemas.ComparedNames.required).toEqual(['same']);
  });
});
