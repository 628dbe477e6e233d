import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Mailer, type Mail } from '../../core/accounts/ports.js';

/**
 * Writes each message to a folder as an .eml file that any mail program opens. For trying the
 * service without a mail server.
 */
export class OutboxMailer extends Mailer {
  private written = 0;

  constructor(
    private readonly folder: string,
    private readonly from: string,
    private readonly announce: (mail: Mail) => void,
  ) {
    super();
  }

  requireServer(): void {}

  async send(mail: Mail): Promise<void> {
    // Loaded on first use.
    const { createTransport } = await import('nodemailer');
    const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({
      from: this.from,
      ...mail,
      to: { name: '', address: mail.to },
      textEncoding: 'quoted-printable',
    });
    await mkdir(this.folder, { recursive: true });
    this.written += 1;
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}-${this.written}.eml`;
    // Written under a hidden name and then renamed, so that a program watching the folder never
    // sees a partial message.
    await writeFile(join(this.folder, `.${name}`), message as Buffer, { mode: 0o600 });
    await rename(join(this.folder, `.${name}`), join(this.folder, name));
    this.announce(mail);
  }
}
