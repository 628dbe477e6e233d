import { closest, distance } from 'fastest-levenshtein';
import { setGlobalDispatcher } from 'undici';
import { hasProxy, outboundAgent } from '../../adapters/outbound/outbound-agent.js';
import { packageVersion } from '../../bootstrap/package-version.js';
import { DEFINITIONS } from './definitions.js';

/** Maximum edit distance for a suggested command. */
const NEAR = 3;

const HELP = ['help', '--help', '-h'];
const VERSION = ['version', '--version', '-v'];

/** `standing COMMAND [arguments]`: runs the module of `src/commands` with that name. */
export async function runStanding(): Promise<void> {
  const [typed] = process.argv.splice(2, 1);
  const isTopic = typed === 'help' && process.argv.length > 2;
  const name = isTopic ? process.argv[2] : typed;
  if (isTopic) process.argv.splice(2, Infinity, '--help');
  if (name === undefined || HELP.includes(name)) return console.log(usage());
  if (VERSION.includes(name)) return console.log(packageVersion());
  if (DEFINITIONS.some((command) => command.name === name)) {
    // The `fetch` of Node 20 ignores the proxies of the environment.
    if (hasProxy()) setGlobalDispatcher(outboundAgent());
    await import(`../${name.replace(':', '-')}.js`);
    return;
  }
  console.error(`"${name}" is not a command${suggestion(name)}\n\n${usage()}`);
  process.exitCode = 2;
}

function suggestion(typed: string): string {
  const near = closest(typed, [...DEFINITIONS.map(({ name }) => name), 'help', 'version']);
  return distance(typed, near) <= NEAR ? `; did you mean ${near}?` : '';
}

function usage(): string {
  const width = Math.max(...DEFINITIONS.map(({ name }) => name.length));
  const rows = DEFINITIONS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${firstSentence(summary)}`);
  return `usage: standing COMMAND [arguments]\n\n${rows.join('\n')}\n\nstanding help COMMAND explains one; standing version says which runs.`;
}

const firstSentence = (text: string) => text.split(/(?<=\.)\s/, 1)[0];
