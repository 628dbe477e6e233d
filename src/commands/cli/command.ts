import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { closest, distance } from 'fastest-levenshtein';
import { StandingError } from '@standing/client';
import { loadLocalSettings } from '../../config.js';
import { commandWords } from './command-words.js';
import { printError } from './print.js';

interface Option {
  type: 'string' | 'boolean';
  short?: string;
  default?: string | boolean;
  /** Placeholder for the value in the usage text. */
  value?: string;
  help: string;
}

export type Options = Record<string, Option>;

export interface Command<O extends Options> {
  /** The name typed after `standing`. */
  name: string;
  /** Set for a command that is a package.json script instead. */
  typed?: string;
  summary: string;
  /** Positional arguments, one line per form; none by default. */
  forms?: readonly string[];
  options?: O;
  notes?: readonly string[];
}

type Values<O extends Options> = {
  [K in keyof O]:
    (O[K]['type'] extends 'boolean' ? boolean : string) | (O[K] extends { default: {} } ? never : undefined);
};

export interface Arguments<O extends Options> {
  values: Values<O>;
  positionals: readonly string[];
}

/** A command was called with wrong arguments: prints its usage and exits with 2. */
export class UsageError extends Error {}

/**
 * Runs a command. `--help` prints its usage and exits with 0. Unknown arguments are reported with
 * the usage and exit with 2. Failures print one line and exit with the result of `exitCodeOf`, 1 by
 * default.
 */
export async function runCommand<O extends Options>(
  command: Command<O>,
  work: (given: Arguments<O>) => Promise<void>,
  exitCodeOf: (error: unknown) => number = () => 1,
): Promise<void> {
  // A closed pipe (`| head`) is not a failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  process.stderr.on('error', () => undefined);
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${usage(command)}\n`);
    return;
  }
  try {
    await work(read(command, args));
  } catch (error) {
    const told = error instanceof Error ? reason(error) : String(error);
    printError(error instanceof StandingError ? commandWords(told) : told);
    if (error instanceof StandingError && error.suggestion) printError(commandWords(error.suggestion));
    if (error instanceof UsageError) process.stderr.write(`\n${usage(command)}\n`);
    process.exitCode = error instanceof UsageError ? 2 : exitCodeOf(error);
  }
}

/** Parses a whole number in a range. Throws a usage error that names the option. */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new UsageError(`${option} must be a whole number from ${least} to ${most} (it is "${text}")`);
  }
  return value;
}

/** The URL of the service on this machine, from `PORT` and `.env`. */
export function localService(): string {
  return `http://127.0.0.1:${loadLocalSettings().port}`;
}

export function usage<O extends Options>(command: Command<O>, typed = typedAs(command)): string {
  const { summary, forms = [''], options, notes = [] } = command;
  const known: [string, Option][] = [
    ...Object.entries(options ?? {}),
    ['help', { type: 'boolean', short: 'h', help: 'show this' }],
  ];
  const rows = known.map(([option, { short, value, help, default: preset }]) => ({
    left: `--${option}${value ? ` ${value}` : ''}${short ? `, -${short}` : ''}`,
    right: `${help}${typeof preset === 'string' ? ` (${preset})` : ''}`,
  }));
  const width = Math.max(...rows.map(({ left }) => left.length));
  return [
    ...forms.map((form, at) => `${at === 0 ? 'usage:' : '      '} ${typed}${form ? ` ${form}` : ''} [options]`),
    '',
    summary,
    '',
    ...rows.map(({ left, right }) => `  ${left.padEnd(width)}  ${right}`),
    ...(notes.length > 0 ? ['', ...notes] : []),
  ].join('\n');
}

/** The command as the user typed it, so that the line can be copied. */
export function typedAs({ name, typed }: Pick<Command<Options>, 'name' | 'typed'>): string {
  if (typed !== undefined || process.env['npm_command'] !== 'exec') return typed ?? `standing ${name}`;
  // Without --no, npx would fetch what the public registry has under that name.
  return `${existsSync(CLONE) ? 'npx --no standing' : 'npx -p standing-server standing'} ${name}`;
}

/** Only a clone has sources. */
const CLONE = new URL('../../../tsconfig.build.json', import.meta.url);

function read<O extends Options>(command: Command<O>, args: string[]): Arguments<O> {
  try {
    const { values, positionals } = parseArgs({ args, options: command.options ?? {}, allowPositionals: true });
    if (positionals.length > 0 && command.forms === undefined) {
      throw new UsageError(`"${positionals[0]}" is not expected: ${command.name} takes options only`);
    }
    return { values: values as Values<O>, positionals };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // The second sentence explains how to pass such a value anyway.
    throw new UsageError((error as Error).message.split('. ')[0]);
  }
}

/** Includes the cause that Node hides, with advice if nothing listens or a file does not exist. */
function reason(error: Error): string {
  const cause = deepest(error);
  if ('code' in cause && cause.code === 'ENOENT' && 'path' in cause) return missingFile(String(cause.path));
  if ('code' in cause && cause.code === 'ECONNREFUSED') {
    const at = 'address' in cause && 'port' in cause ? ` at ${String(cause.address)}:${String(cause.port)}` : '';
    const advice =
      error.message === 'fetch failed' || error instanceof StandingError
        ? 'start the service with npm start, or give its address with --url or STANDING_URL'
        : 'check the address, and that the service is running';
    return `no service listens${at}: ${advice}`;
  }
  return cause === error || error.message.includes(cause.message)
    ? error.message
    : `${error.message} (${cause.message})`;
}

/** Suggests a file name if it differs by at most a third. */
function missingFile(file: string): string {
  const { dir, base } = path.parse(file);
  const near = closest(base, namesIn(dir || '.'));
  const isNear = near !== '' && distance(base, near) <= base.length / 3;
  return `${file} does not exist${isNear ? `; did you mean ${path.join(dir, near)}?` : ''}`;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function deepest(error: Error): Error {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  const next = first ?? error.cause;
  return next instanceof Error ? deepest(next) : error;
}
