import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import anyAscii from 'any-ascii';
import { findJurisdiction } from '../../src/core/registries/jurisdictions.js';
import { UsageError } from '../../src/commands/cli/command.js';
import { blank } from './blanks.js';

/**
 * How a register can be asked: with a text that it looks for itself, or through a Socrata portal.
 */
export const REGISTER_KINDS = ['json', 'socrata'] as const;

type Kind = (typeof REGISTER_KINDS)[number];

export interface NewRegister {
  code: string;
  name: string;
  kind: Kind;
}

const CODE = /^[a-z]{2}-[a-z0-9]{1,3}$/;
const NAME = /^\p{L}[\p{L}\p{M}\p{N} .’()-]{0,59}$/u;
const SKELETONS = 'scripts/new-register/skeletons';
const CATALOGUE = 'src/core/registries/jurisdictions.ts';
const ADAPTERS = 'src/adapters/registries/registers.ts';
const PLAYED = 'packages/sandbox/src/registers.ts';
const PROBE = 'src/commands/registry/probe.ts';
const CONTRACTS = 'test/registries/registries.spec.ts';
const QUIRKS = 'docs/internals/registers.md';
const COVERAGE = 'docs/reference/coverage.md';

/** Reads what was typed; throws `UsageError` for a code or a name that cannot become a register. */
export function newRegister(
  code: string | undefined,
  name: string | undefined,
  kind: string | undefined = 'json',
): NewRegister {
  if (code === undefined || name === undefined) throw new UsageError('give a code and --name');
  if (!CODE.test(code)) {
    throw new UsageError(`"${code}" is not a code: it must be ISO 3166-2 in lower case, such as us-wa or ee-37`);
  }
  if (findJurisdiction(code)) throw new UsageError(`${code} is already a jurisdiction of this service`);
  if (!NAME.test(name)) throw new UsageError(`"${name}" is not a name for a jurisdiction`);
  const known = REGISTER_KINDS.find((candidate) => candidate === kind);
  if (!known) throw new UsageError(`--kind must be one of ${REGISTER_KINDS.join(', ')}`);
  return { code, name, kind: known };
}

/**
 * Writes the skeletons of a register into the sources: all files or, where one is there already or
 * a place cannot be found, none. Returns the files, those that are new first.
 */
export async function writeSkeletons(root: string, register: NewRegister): Promise<string[]> {
  const created = newFiles(root, register);
  const taken = Object.keys(created).find((file) => fs.existsSync(path.join(root, file)));
  if (taken !== undefined) throw new Error(`${taken} exists already: nothing was written`);
  const changed = changedFiles(root, register);
  const written = { ...created, ...changed };
  for (const [file, content] of Object.entries(written)) fs.writeFileSync(path.join(root, file), content);
  return [...Object.keys(written), ...(await writeExtracts(root, register))];
}

function newFiles(root: string, register: NewRegister): Record<string, string> {
  const { code, kind } = register;
  const [adapters, sandbox] = kind === 'socrata' ? ['/socrata', 'soda'] : ['', 'registers'];
  const filled = (skeleton: string) => skeletonOf(root, register, skeleton);
  return {
    [`src/adapters/registries${adapters}/${code}.ts`]: filled('adapter'),
    [`packages/sandbox/src/${sandbox}/${code}.ts`]: filled('sandbox'),
    [`test/registries/${code}.spec.ts`]: filled('spec'),
  };
}

function changedFiles(root: string, register: NewRegister): Record<string, string> {
  const { code, name, kind } = register;
  const { constant, className } = identifiersOf(register);
  const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
  const adapters = read(ADAPTERS);
  const named = kind === 'socrata' ? constant : className;
  if (new RegExp(`\\b${named}\\b`).test(adapters))
    throw new Error(`${ADAPTERS} has a ${named} already: nothing was written`);
  const adapter = {
    json: {
      imported: `import { ${constant}_ORIGIN, ${className} } from './${code}.js';`,
      line: [
        `    '${code}': {`,
        `      origin: ${constant}_ORIGIN,`,
        // What no register minds, until it is known what this one allows.
        `      pace: { concurrency: 2, spacingMs: 500 },`,
        `      adapter: ({ baseUrl, client }) => new ${className}(baseUrl, client),`,
        `    },`,
      ].join('\n'),
    },
    socrata: {
      imported: `import { ${constant} } from './socrata/${code}.js';`,
      line: `    '${code}': socrata(${constant}),`,
    },
  }[kind];
  const played =
    kind === 'socrata' ? [`./soda/${code}.js`, `portal(${constant})`] : [`./registers/${code}.js`, constant];
  return {
    [CATALOGUE]: inserted(
      read(CATALOGUE),
      /^\];$/m,
      [
        `  entry('${code}', '${name}', QUICK_AND_DEEP, 'all', {`,
        `    name: '${blank('who keeps the register, and its name')}',`,
        `    url: 'https://${blank('page about the register')}',`,
        `    licence: '${blank('licence of the data')}',`,
        `  }),`,
      ].join('\n'),
    ),
    [ADAPTERS]: inserted(withImport(adapters, adapter.imported), /^ {2}\};\n\}$/m, adapter.line),
    [PLAYED]: inserted(
      withImport(read(PLAYED), `import { ${constant} } from '${played[0]}';`),
      /^\];$/m,
      `  ${played[1]},`,
    ),
    [PROBE]: inserted(read(PROBE), /^\};$/m, `  '${code}': '${blank('a well-known business there')}',`),
    [CONTRACTS]: read(CONTRACTS) + skeletonOf(root, register, 'contract'),
    [QUIRKS]: withQuirks(read(QUIRKS), code),
    [COVERAGE]: withRow(read(COVERAGE), /^\| Code +\| Place .*\n/gm, 0, [
      `\`${code}\``,
      name,
      'quick, deep',
      'all',
      'nothing',
    ]),
  };
}

function identifiersOf({ code, name }: NewRegister) {
  const words = anyAscii(name).split(/[^A-Za-z0-9]+/);
  const constant = code.toUpperCase().replace('-', '_');
  return {
    constant,
    camel: constant.toLowerCase().replace(/_(.)/, (_, letter: string) => letter.toUpperCase()),
    className: words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(''),
  };
}

function skeletonOf(root: string, register: NewRegister, skeleton: string): string {
  const { constant, camel, className } = identifiersOf(register);
  return fs
    .readFileSync(path.join(root, SKELETONS, register.kind, `${skeleton}.txt`), 'utf8')
    .replaceAll('__CODE__', register.code)
    .replaceAll('__NAME__', register.name)
    .replaceAll('__CLASS__', className)
    .replaceAll('__CAMEL__', camel)
    .replaceAll('__CONST__', constant);
}

/** The text with lines put before the first place that fits. */
function inserted(text: string, before: RegExp, lines: string): string {
  const at = text.search(before);
  if (at < 0) throw new Error('the sources do not look as expected: nothing was written');
  return `${text.slice(0, at)}${lines}\n${text.slice(at)}`;
}

function withImport(text: string, line: string): string {
  const last = [...text.matchAll(/^import .*;$/gm)].at(-1);
  if (!last) throw new Error('the sources do not look as expected: nothing was written');
  const end = last.index + last[0].length;
  return `${text.slice(0, end)}\n${line}${text.slice(end)}`;
}

/** The table of quirks that the register belongs to: that of the United States is the first one. */
function withQuirks(text: string, code: string): string {
  const cells = [code, blank('oddities that the sandbox plays; in the next column: doc or seen'), ''];
  return withRow(text, /^\| Register +\| Quirk .*\n/gm, code.startsWith('us-') ? 0 : 1, cells);
}

/** A row at the end of a table of the document, as wide as the others. */
function withRow(text: string, head: RegExp, which: number, cells: readonly string[]): string {
  const table = [...text.matchAll(head)][which];
  const [whole = '', separator = ''] = (table && /^.*\n(\|[- |]+\|)\n(?:\|.*\n)+/.exec(text.slice(table.index))) ?? [];
  if (!table || separator === '') throw new Error('the sources do not look as expected: nothing was written');
  const widths = separator
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.length - 2);
  const row = `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |\n`;
  const end = table.index + whole.length;
  return text.slice(0, end) + row + text.slice(end);
}

/**
 * In a process that reads the sources as they stand: this one was compiled without the new sandbox.
 */
async function writeExtracts(root: string, { code }: NewRegister): Promise<string[]> {
  const program = ['--import', './test/setup/typescript.mjs', 'packages/sandbox/src/generate.ts'];
  const child = spawn(process.execPath, program, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(`the extract of ${code} could not be written; the reason is above`);
  const folder = 'packages/sandbox/extracts';
  return fs
    .readdirSync(path.join(root, folder))
    .filter((file) => file.startsWith(`${code}.`))
    .map((file) => `${folder}/${file}`);
}
