import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import type { KeyHolder } from '../../core/admin/admin-keys.js';
import type { SentForm } from '../sent-form.js';
import type { ConsoleArea } from '../session/cookies.js';

/** Shared by all parts of a page. */
export interface View {
  /** Path of the console, without a trailing slash. */
  base: string;
  /** Path of the service, without a trailing slash. */
  root: string;
  /** Scheme and host of the service, as configured. */
  origin: string;
  /** The page's own path below it: `/jobs`. */
  path: string;
  /** The page continues a list: it has a cursor. */
  isContinued: boolean;
  /** First page of the area, below the console. */
  home: ConsoleArea['home'];
  /** CSRF token of this browser. */
  token: string;
  visit: ConsoleVisit | undefined;
  admin: KeyHolder | undefined;
  /** Zone for times; `undefined` until it is chosen. */
  timeZone: string | undefined;
  /** The operator's terms of service. */
  termsUrl: string | undefined;
  /** Fictional businesses only. */
  sandbox: boolean;
  /** `undefined` if the page does not show it. */
  sandboxTime: Date | undefined;
  /** The failed form of the page. */
  sent: SentForm | undefined;
  /** A message that is shown once. */
  notice: string | undefined;
  /** Open reviews. */
  waiting: number | undefined;
  sellsCredits: boolean;
  /** Codes of the jurisdictions in force. */
  jurisdictions: readonly string[];
  /** Of the running program. */
  version: string;
}

const Shown = createContext<View | undefined>(undefined);
export const ViewProvider = Shown.Provider;

export function useView(): View {
  const view = useContext(Shown);
  if (!view) throw new Error('a part of a page is shown outside of one');
  return view;
}
