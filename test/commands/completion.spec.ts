import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { usage } from '../../src/commands/cli/command.js';
import { DEFINITIONS } from '../../src/commands/cli/definitions.js';
import { describeWhere } from '../support/where.js';

const run = promisify(execFile);
const standing = (...args: string[]) => run(process.execPath, ['scripts/standing.mjs', ...args]);
const hasZsh = spawnSync('zsh', ['--version']).error === undefined;

/** The options that `--help` shows. */
const optionsOf = (definition: (typeof DEFINITIONS)[number]) =>
  [...usage(definition).matchAll(/^ {2}(--[\w-]+)/gm)].map(([, option]) => option);

describe('completion in bash', () => {
  let script: string;
  beforeAll(async () => {
    script = (await standing('completion', 'bash')).stdout;
  });

  /** What bash offers when Tab is pressed at the end of the line. */
  async function offered(line: string): Promise<string[]> {
    const asked = `${script}\nCOMP_LINE=$1 COMP_POINT=\${#1}; _standing; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await run('bash', ['-uc', asked, 'bash', line]);
    return stdout.split('\n').filter((word) => word !== '');
  }

  it('has the commands that there are', async () => {
    const { stdout } = await standing('--help');
    const commands = [...stdout.matchAll(/^ {2}([a-z:]+) /gm)].map(([, command]) => command);
    expect(commands).toEqual(expect.arrayContaining(DEFINITIONS.map(({ name }) => name)));
    expect(await offered('standing ')).toEqual([...commands, '--help', '--version']);
    expect(await offered('standing ma')).toEqual(['match', 'match:report']);
  });

  it.each(DEFINITIONS.map((definition) => [definition.name, definition] as const))(
    'has the options that %s explains on --help',
    async (name, definition) => {
      expect(await offered(`standing ${name} --`)).toEqual(optionsOf(definition));
      expect(await offered(`standing ${name} 'a b' c --j`)).toEqual(
        optionsOf(definition).filter((each) => each!.startsWith('--j')),
      );
    },
  );

  it('has what a command can do, and leaves names and files to bash', async () => {
    expect(await offered('standing registry ')).toEqual(['import', 'update', 'probe', 'status']);
    expect(await offered('standing registry up')).toEqual(['update']);
    expect(await offered('standing registry import us-ia ')).toEqual([]);
    expect(await offered('standing verify ')).toEqual([]);
    expect(script).toContain('complete -o default -F _standing standing');
  });

  it('goes on behind a colon, at which bash splits words', async () => {
    expect(await offered('standing webhook:')).toEqual(['listen']);
    expect(await offered('standing match:rep')).toEqual(['report']);
  });
});

describe('completion in zsh', () => {
  it('has every command with every option, and is refused for a shell it does not know', async () => {
    const { stdout } = await standing('completion', 'zsh');
    for (const definition of DEFINITIONS) {
      const line = stdout.split('\n').find((each) => each.startsWith(`    ${definition.name}) `));
      for (const option of optionsOf(definition)) expect(line).toContain(`'${option}[`);
    }
    await expect(standing('completion', 'fish')).rejects.toMatchObject({ code: 2 });
  });

  describeWhere(hasZsh, 'no zsh')('in zsh', () => {
    it('is read without a fault', async () => {
      const { stdout } = await standing('completion', 'zsh');
      await expect(run('zsh', ['-fnc', stdout])).resolves.toMatchObject({ stderr: '' });
    });
  });
});
