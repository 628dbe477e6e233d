import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { OutboxMailer } from '../../src/adapters/outbox/outbox-mailer.js';
import { SmtpMailer } from '../../src/adapters/smtp/smtp-mailer.js';
import type { Mail, Mailer } from '../../src/core/accounts/ports.js';

const MAIL: Mail = {
  to: 'you@example.com',
  subject: '012345 is your Standing code',
  text: 'Your code for Standing:\n\n    012345\n\nÆ, é and 日本 survive.\n',
};

/**
 * The contract of every mailer: the message arrives whole, from us, and only at its recipient.
 * `arrived` returns the raw messages so far.
 */
function itDelivers(mailer: () => Mailer, arrived: () => Promise<string[]>): void {
  it('delivers sender, recipient, subject and text', async () => {
    await mailer().send(MAIL);
    const [message = ''] = (await arrived()).slice(-1);
    expect(message).toMatch(/^From: Standing <standing@example.org>\r?$/m);
    expect(message).toMatch(/^To: you@example.com\r?$/m);
    expect(message).toMatch(/^Subject: 012345 is your Standing code\r?$/m);
    expect(message).toMatch(/^Content-Type: text\/plain; charset=utf-8\r?$/m);
    expect(decodeQuotedPrintable(message)).toContain('    012345\n');
    expect(decodeQuotedPrintable(message)).toContain('Æ, é and 日本 survive.');
  });

  it('never adds headers or recipients from a subject', async () => {
    await mailer().send({ ...MAIL, subject: 'Code\r\nBcc: thief@example.net' });
    const [message = ''] = (await arrived()).slice(-1);
    expect(message).not.toMatch(/^Bcc:/m);
  });

  it('keeps messages sent at the same time apart', async () => {
    const before = (await arrived()).length;
    await Promise.all(Array.from({ length: 10 }, (_, i) => mailer().send({ ...MAIL, subject: `number ${i}` })));
    const subjects = (await arrived()).slice(before).map((message) => /^Subject: (.*?)\r?$/m.exec(message)?.[1]);
    expect(subjects.toSorted()).toEqual(Array.from({ length: 10 }, (_, i) => `number ${i}`));
  });
}

describe('the outbox', () => {
  let folder: string;
  let announced: Mail[];
  let outbox: OutboxMailer;
  beforeAll(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'standing-outbox-')), 'outbox');
    announced = [];
    outbox = new OutboxMailer(folder, 'Standing <standing@example.org>', (mail) => announced.push(mail));
  });
  afterAll(() => rm(join(folder, '..'), { recursive: true, force: true }));

  const files = async () =>
    (await readdir(folder).catch(() => [])).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));

  itDelivers(
    () => outbox,
    async () => Promise.all((await files()).map((name) => readFile(join(folder, name), 'utf8'))),
  );

  it('writes .eml files that only their owner can read, and announces each message', async () => {
    const before = announced.length;
    await outbox.send(MAIL);
    expect(announced.slice(before)).toEqual([MAIL]);
    const names = await files();
    expect(names.every((name) => /^\d{4}-.*\.eml$/.test(name))).toBe(true);
    expect((await stat(join(folder, names.at(-1) ?? ''))).mode & 0o077).toBe(0);
  });
});

describe('SMTP', () => {
  const received: string[] = [];
  let server: SMTPServer;
  let mailer: SmtpMailer;
  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          received.push(Buffer.concat(chunks).toString('utf8'));
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    mailer = new SmtpMailer(`smtp://127.0.0.1:${port}`, 'Standing <standing@example.org>');
  });
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

  itDelivers(
    () => mailer,
    async () => received,
  );

  describe('a failing mail server', () => {
    let refusing: Server;
    beforeEach(async () => {
      refusing = createServer((socket) => socket.end('554 not today\r\n'));
      await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
    });

    it('fails with the reply of the server instead of losing the message', async () => {
      const { port } = refusing.address() as AddressInfo;
      const unlucky = new SmtpMailer(`smtp://127.0.0.1:${port}`, 'Standing <standing@example.org>');
      await expect(unlucky.send(MAIL)).rejects.toThrow('554');
      await new Promise((resolve) => refusing.close(resolve));
    });
  });
});

function decodeQuotedPrintable(message: string): string {
  const bytes = message
    .replaceAll('\r\n', '\n')
    .replaceAll(/=\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
