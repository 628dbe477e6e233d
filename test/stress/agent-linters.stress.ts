import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startService, type Service } from '../support/harness.js';
import { installed } from '../support/installed.js';

const run = promisify(execFile);

let service: Service;
let folder: string;
beforeAll(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), 'standing-agents-'));
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the tool list', () => {
  it('passes mcpgrade without a finding', async () => {
    const { body } = await service.ask('POST', '/mcp', {
      headers: { accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
    const file = join(folder, 'tools.json');
    await writeFile(file, JSON.stringify({ tools: body.result.tools }));
    const { folder: tools } = await installed('mcpgrade@0.1.0');
    // S007 flags more than eight fields. The contract's body of a verification has more, all but
    // two optional.
    const options = ['--snapshot', file, '--json', '--disable', 'S007'];
    const { stdout } = await run(process.execPath, [join(tools, 'node_modules/mcpgrade/dist/cli.js'), ...options]);
    const { findings, totalScore } = JSON.parse(stdout);
    expect([findings, totalScore]).toEqual([[], 100]);
  });
});

describe('the validator of Agent Skills', () => {
  let program: string;
  beforeAll(async () => {
    program = join((await installed('skills-ref@0.1.5')).folder, 'node_modules/skills-ref/dist/cli.js');
  });

  /** Returns the linter's output for a skill of that name. */
  async function verdict(name: string, source: string): Promise<string> {
    const skill = join(folder, name);
    await mkdir(skill, { recursive: true });
    await writeFile(join(skill, 'SKILL.md'), source);
    const { stdout, stderr } = await run(process.execPath, [program, 'validate', skill]).catch(
      (failed: { stdout: string; stderr: string }) => failed,
    );
    return stdout + stderr;
  }

  const servedSkills = async () => {
    const { body } = await service.ask('GET', '/.well-known/agent-skills/index.json');
    return Promise.all(
      body.skills.map(async ({ name }: { name: string }) => {
        const served = await fetch(`${service.url}/.well-known/agent-skills/${name}/SKILL.md`);
        return [name, await served.text()] as const;
      }),
    );
  };

  it('finds nothing wrong with the served skills', async () => {
    const skills = await servedSkills();
    expect(skills.length).toBeGreaterThanOrEqual(4);
    for (const [name, source] of skills) expect(await verdict(name, source)).toContain('Valid skill');
  });

  it('reports a wrong name, an unknown field and a missing description', async () => {
    const [[name, source]] = await servedSkills();
    expect(await verdict('another', source)).toContain('must match skill name');
    expect(await verdict(name, source.replace('---\n', '---\nprice: 2\n'))).toContain('Unexpected fields');
    expect(await verdict(name, source.replace(/^description: .*\n/m, ''))).toContain('Missing required field');
  });
});
