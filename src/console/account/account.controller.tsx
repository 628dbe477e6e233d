import { Readable } from 'node:stream';
import { Body, Get, Post, Req, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ChangePassword } from '../../core/accounts/access/change-password.js';
import { ConfirmEmail } from '../../core/accounts/access/confirm-email.js';
import { OpenConsoleSession } from '../../core/accounts/access/open-console-session.js';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { CloseAccount } from '../../core/accounts/close-account.js';
import { Accounts, SignIns, type SignInSession } from '../../core/accounts/ports.js';
import { ReadAccount } from '../../core/accounts/read-account.js';
import { UpdateAccount } from '../../core/accounts/update-account.js';
import { InvalidRequest, problem, type Problem } from '../../core/invalid-request.js';
import type { Id } from '../../core/ids.js';
import { ChangePasswordBody, ConfirmEmailBody, UpdateAccountBody } from '../../modules/accounts/accounts.dto.js';
import { exportHeadAnswer } from '../../modules/accounts/accounts.response.js';
import { exportDocument } from '../../modules/accounts/data-export.js';
import { Reads } from '../../modules/http/route.decorators.js';
import { goTo, submitted, type Fields, type PageAnswer } from '../page-answers.js';
import { FormBody } from '../read-form.js';
import { ConsoleCookies } from '../session/cookies.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { ShortList } from '../short-list.js';
import { readTimeZone } from '../time-zone.js';
import { AccountPage } from './account.page.js';

const UPDATE = new FormBody(UpdateAccountBody);
const CODE = new FormBody(ConfirmEmailBody, { code: (text) => text.replaceAll(/\s/g, '') });
const PASSWORD = new FormBody(ChangePasswordBody);
const NO_TIME_ZONE = problem('time_zone', 'is not a known time zone');

const NOT_THE_ADDRESS: Problem = {
  field: 'email',
  message: 'The account was not closed: the address does not match.',
};

const SESSION_COLUMNS = ['session_id', 'signed_in_at', 'expires_at'];

const SESSIONS = new ShortList<SignInSession>('sessions', SESSION_COLUMNS, ({ id, signedInAt, expiresAt }) => {
  return [id, signedInAt, expiresAt];
});

interface Trying {
  visit: ConsoleVisit;
  fields: Fields;
  to: string;
}

@AccountPages('console/account')
export class ConsoleAccountController {
  constructor(
    private readonly cookies: ConsoleCookies,
    private readonly accounts: Accounts,
    private readonly signIns: SignIns,
    private readonly readAccount: ReadAccount,
    private readonly updateAccount: UpdateAccount,
    private readonly confirmEmail: ConfirmEmail,
    private readonly changePassword: ChangePassword,
    private readonly closeAccount: CloseAccount,
    private readonly openSession: OpenConsoleSession,
  ) {}

  @Get(['', 'sessions.csv'])
  show(@CurrentVisit() { caller: { accountId } }: ConsoleVisit) {
    return SESSIONS.list(
      { title: 'Account', narrow: true },
      () => this.signIns.sessions(accountId),
      async (sessions, { text }) => (
        <AccountPage profile={await this.accounts.profile(accountId)} sessions={sessions} text={text} />
      ),
    );
  }

  @Post()
  @Reads('form')
  update(
    @CurrentVisit() visit: ConsoleVisit,
    @Body() fields: Fields = {},
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.tryTo({ visit, fields, to: '/account' }, async () => {
      const { name, email } = UPDATE.read(fields);
      const { accountId } = visit.caller;
      await this.updateAccount.run(visit.caller, {
        ...(name !== undefined && { name }),
        ...(email !== undefined && { email }),
        ip: request.ip,
      });
      await this.goOnSignedIn(visit, accountId, reply);
    });
  }

  @Post('confirm')
  @Reads('form')
  confirm(@CurrentVisit() visit: ConsoleVisit, @Body() fields: Fields = {}, @Req() { ip }: FastifyRequest) {
    return this.tryTo({ visit, fields, to: '/account/confirm' }, async () => {
      const { code, current_address_code: currentAddressCode } = CODE.read(fields);
      await this.confirmEmail.run(visit.caller.accountId, { code, currentAddressCode, ip });
    });
  }

  @Post('password')
  @Reads('form')
  password(
    @CurrentVisit() visit: ConsoleVisit,
    @Body() fields: Fields = {},
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.tryTo({ visit, fields, to: '/account/password' }, async () => {
      const { current_password: currentPassword, new_password: newPassword } = PASSWORD.read(fields);
      const { accountId } = visit.caller;
      await this.changePassword.run(visit.caller, { currentPassword, newPassword, ip: request.ip });
      await this.goOnSignedIn(visit, accountId, reply);
    });
  }

  /** Once chosen here, scripts cannot change the zone. */
  @Post('time-zone')
  @Reads('form')
  timeZone(
    @CurrentVisit() visit: ConsoleVisit,
    @Body() fields: Fields = {},
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.tryTo({ visit, fields, to: '/account/time-zone' }, () => {
      const chosen = readTimeZone(fields['time_zone']);
      if (!chosen) throw new InvalidRequest(NO_TIME_ZONE);
      this.cookies.set(reply, 'timeZone', chosen);
    });
  }

  @Get('export.json')
  async export(@CurrentVisit() { caller: { accountId } }: ConsoleVisit) {
    const head = exportHeadAnswer(await this.readAccount.run(accountId), new Date());
    return new StreamableFile(Readable.from(exportDocument(head, this.accounts.export(accountId))), {
      type: 'application/json; charset=utf-8',
      disposition: `attachment; filename="standing-${accountId}.json"`,
    });
  }

  @Post('close')
  @Reads('form')
  close(
    @CurrentVisit() visit: ConsoleVisit,
    @Body() fields: Fields = {},
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const again = () => this.show(visit);
    return submitted({ to: '/account/close', fields, again }, async () => {
      if (fields['email']?.trim().toLowerCase() !== visit.email) throw new InvalidRequest(NOT_THE_ADDRESS);
      await this.closeAccount.run(visit.caller.accountId);
      this.cookies.clear(reply, 'session');
      return goTo('/sign-in');
    });
  }

  private tryTo({ visit, fields, to }: Trying, work: () => Promise<void> | void): PageAnswer {
    const again = () => this.show(visit);
    return submitted({ to, fields, again }, async () => {
      await work();
      return goTo('/account');
    });
  }

  /** A new address or password signs out everywhere; this browser continues in a new session. */
  private async goOnSignedIn({ sessionId }: ConsoleVisit, accountId: Id<'acc'>, reply: FastifyReply): Promise<void> {
    const sessions = await this.signIns.sessions(accountId);
    if (sessions.some(({ id }) => id === sessionId)) return;
    this.cookies.set(reply, 'session', await this.openSession.run(accountId));
  }
}
