import { Readable } from 'node:stream';
import { Get, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ChangePassword } from '../../core/accounts/access/change-password.js';
import { ConfirmEmail } from '../../core/accounts/access/confirm-email.js';
import { OpenConsoleSession } from '../../core/accounts/access/open-console-session.js';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { CloseAccount } from '../../core/accounts/close-account.js';
import { Accounts, SignIns, type SignInSession } from '../../core/accounts/ports.js';
import { ReadAccount } from '../../core/accounts/read-account.js';
import { UpdateAccount } from '../../core/accounts/update-account.js';
import { invalid, InvalidRequest, type Problem } from '../../core/invalid-request.js';
import { ChangePasswordBody, ConfirmEmailBody, UpdateAccountBody } from '../../modules/accounts/accounts.dto.js';
import { exportHeadAnswer } from '../../modules/accounts/accounts.response.js';
import { exportDocument } from '../../modules/accounts/data-export.js';
import { Form, form } from '../form-answers.js';
import { FormBody } from '../read-form.js';
import { ConsoleCookies } from '../session/cookies.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { ShortList } from '../short-list.js';
import { readTimeZone } from '../time-zone.js';
import { AccountPage } from './account.page.js';

const UPDATE = new FormBody(UpdateAccountBody);
const CODE = new FormBody(ConfirmEmailBody, { code: (text) => text.replaceAll(/\s/g, '') });
const PASSWORD = new FormBody(ChangePasswordBody);

const NOT_THE_ADDRESS: Problem = {
  field: 'email',
  message: 'The account was not closed: the address does not match.',
};

const SESSIONS = new ShortList<SignInSession>('sessions', {
  session_id: ({ id }) => id,
  signed_in_at: ({ signedInAt }) => signedInAt,
  expires_at: ({ expiresAt }) => expiresAt,
});

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
      async (sessions) => <AccountPage profile={await this.accounts.profile(accountId)} sessions={sessions} />,
    );
  }

  @Form()
  update(@CurrentVisit() visit: ConsoleVisit) {
    return form({
      ...this.formOn(visit),
      body: UPDATE,
      run: async ({ name, email }, { request: { ip }, reply }) => {
        const changes = { ...(name !== undefined && { name }), ...(email !== undefined && { email }) };
        await this.updateAccount.run(visit.caller, { ...changes, ip });
        await this.goOnSignedIn(visit, reply);
      },
    });
  }

  @Form('confirm')
  confirm(@CurrentVisit() visit: ConsoleVisit) {
    return form({
      ...this.formOn(visit),
      body: CODE,
      run: ({ code, current_address_code: currentAddressCode }, { request: { ip } }) =>
        this.confirmEmail.run(visit.caller.accountId, { code, currentAddressCode, ip }),
    });
  }

  @Form('password')
  password(@CurrentVisit() visit: ConsoleVisit) {
    return form({
      ...this.formOn(visit),
      body: PASSWORD,
      run: async (given, { request: { ip }, reply }) => {
        const { current_password: currentPassword, new_password: newPassword } = given;
        await this.changePassword.run(visit.caller, { currentPassword, newPassword, ip });
        await this.goOnSignedIn(visit, reply);
      },
    });
  }

  /** Once chosen here, scripts cannot change the zone. */
  @Form('time-zone')
  timeZone(@CurrentVisit() visit: ConsoleVisit) {
    return form({
      ...this.formOn(visit),
      run: ({ time_zone: name }, { reply }) => {
        const chosen = readTimeZone(name);
        if (!chosen) throw invalid('time_zone', 'is not a known time zone');
        this.cookies.set(reply, 'timeZone', chosen);
      },
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

  @Form('close')
  close(@CurrentVisit() visit: ConsoleVisit) {
    return form({
      ...this.formOn(visit),
      run: async ({ email }, { reply }) => {
        if (email?.trim().toLowerCase() !== visit.email) throw new InvalidRequest(NOT_THE_ADDRESS);
        await this.closeAccount.run(visit.caller.accountId);
        this.cookies.clear(reply, 'session');
      },
      next: '/sign-in',
    });
  }

  /** A form on the page of the account. */
  private formOn(visit: ConsoleVisit) {
    return { again: () => this.show(visit), next: '/account' };
  }

  /** A new address or password signs out everywhere; this browser continues in a new session. */
  private async goOnSignedIn({ sessionId, caller: { accountId } }: ConsoleVisit, reply: FastifyReply): Promise<void> {
    const sessions = await this.signIns.sessions(accountId);
    if (sessions.some(({ id }) => id === sessionId)) return;
    this.cookies.set(reply, 'session', await this.openSession.run(accountId));
  }
}
