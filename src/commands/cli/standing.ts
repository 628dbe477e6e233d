import { closest, distance } from 'fastest-levenshtein';
import { setGlobalDispatcher } from 'undici';
import { hasProxy, outboundAgent } from '../../adapters/outbound/outbound-agent.js';
import { packageVersion } from '../../bootstrap/package-version.js';
import { DEFINITIONS } from './definitions.js';

/** Maximum edit distance for a suggested command. */
const NEAR = 3;

/** `standing COMMAND [arguments]`: runs the module of `src/commands` with that name. */
export async function runStanding(): Promise<void> {
  const [name] = process.argv.splice(2, 1);
  if (name === undefined || name === '--help' || name === '-h') return console.log(usage());
  if (name === '--version') return console.log(packageVersion());
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
  const near = closest(
    typed,
    DEFINITIONS.map(({ name }) => name),
  );
  return distance(typed, near) <= NEAR ? `; did you mean ${near}?` : '';
}

function usage(): string {
  const width = Math.max(...DEFINITIONS.map(({ name }) => name.length));
  const rows = DEFINITIONS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${firstSentence(summary)}`);
  return `usage: standing COMMAND [arguments]\n\n${rows.join('\n')}\n\nstanding COMMAND --help explains one.`;
}

const firstSentence = (text: string) => text.split(/(?<=\.)\s/, 1)[0];
