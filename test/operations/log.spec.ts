import { execFile } from 'node:child_process';

/**
 * Runs the statements in a process that is then killed, and returns the lines it wrote to stderr.
 */
function writtenBy(statements: string): Promise<string[]> {
  const program = `import { createLogger, PinoLog } from './src/adapters/pino/log.ts';\n${statements}\nprocess.kill(process.pid, 'SIGKILL');`;
  return new Promise((resolve) => {
    const args = ['--import', './test/setup/typescript.mjs', '--input-type=module', '--eval', program];
    execFile(process.execPath, args, (_ended, _out, written) => resolve(written.trim().split('\n')));
  });
}

describe('the log', () => {
  it('writes each line before the call returns, so that a killed process loses none', async () => {
    const lines = await writtenBy(
      `const log = new PinoLog(createLogger('info'));
       for (let n = 1; n <= 200; n++) log.error('a failure', { n, error: new Error('outer', { cause: new Error('inner') }) });`,
    );
    expect(lines).toHaveLength(200);
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({
      level: 'error',
      msg: 'a failure',
      n: 200,
      error: { message: 'outer', cause: { message: 'inner' } },
    });
  });

  it('shows no secret that was passed to it', async () => {
    const [line] = await writtenBy(
      `new PinoLog(createLogger('info')).info('asked', { apiKey: 'sk_1', headers: { authorization: 'sk_2' }, of: { apiKey: 'sk_3', headers: 'sk_4' } });`,
    );
    expect(line).toContain('[redacted]');
    expect(line).not.toMatch(/sk_\d/);
  });

  it('leaves out what is below its level', async () => {
    const lines = await writtenBy(
      `const log = new PinoLog(createLogger('warn')); log.info('small'); log.warn('larger'); log.error('largest');`,
    );
    expect(lines.map((line) => JSON.parse(line).level)).toEqual(['warn', 'error']);
  });
});
