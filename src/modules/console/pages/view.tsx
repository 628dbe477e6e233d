import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ConsoleVisit } from '../../../core/accounts/access/read-console-session.js';
import type { KeyHolder } from '../../../core/admin/admin-keys.js';
import type { SentForm } from '../sent-form.js';
import type { ConsoleArea } from '../session/cookies.js';

/** What every part of a page may need. */
export interface View {
  /** Path of the console, without a slash at the end. */
  base: string;
  /** Scheme and host of the service, as its operator says. */
  origin: string;
  /** The page's own path below it: `/jobs`. */
  path: string;
  /** Where the pages begin that are looked at, below the console. */
  home: ConsoleArea['home'];
  /** Of the forms of this browser. */
  token: string;
  visit: ConsoleVisit | undefined;
  /** The administrator who looks. */
  admin: KeyHolder | undefined;
  /** In which the person reads times; `undefined` until somebody said. */
  timeZone: string | undefined;
  /** Where the operator publishes the terms, if anywhere. */
  termsUrl: string | undefined;
  /** Fictional businesses only. */
  sandbox: boolean;
  /** What the clock of a sandbox shows; `undefined` where it was not asked. */
  sandboxTime: Date | undefined;
  /** What was sent by a form of the page and could not be done. */
  sent: SentForm | undefined;
  /** What was done just now, to be said once. */
  notice: string | undefined;
  /** Unsure matches that nobody has decided. */
  waiting: number | undefined;
  /** Credits can be bought here. */
  sellsCredits: boolean;
}

const Shown = createContext<View | undefined>(undefined);
export const ViewProvider = Shown.Provider;

export function useView(): View {
  const view = useContext(Shown);
  if (!view) throw new Error('a part of a page is shown outside of one');
  return view;
}
