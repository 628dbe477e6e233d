import type { SignInSession } from '../../../core/accounts/ports.js';
import { ShortList } from '../short-list.js';

const COLUMNS = ['session_id', 'signed_in_at', 'expires_at'];

export const SESSIONS = new ShortList<SignInSession>('sessions', COLUMNS, ({ id, signedInAt, expiresAt }) => {
  return [id, signedInAt, expiresAt];
});
