import type { ComponentChildren } from 'preact';
import { ICON, MARK } from '../../http/answers/page-style.js';
import { SCRIPT_NAME, STYLESHEET_NAME } from '../assets.js';
import { Link, PostForm, counted } from './parts.js';
import { useView } from './view.js';

/** The pages that there are, in the order in which they are shown. */
const PAGES = [
  ['', 'Overview'],
  ['/verify', 'Verify'],
  ['/jobs', 'Jobs'],
  ['/batches', 'Batches'],
  ['/watches', 'Watches'],
  ['/keys', 'Keys'],
  ['/applications', 'Applications'],
  ['/webhooks', 'Webhooks'],
  ['/billing', 'Billing'],
  ['/account', 'Account'],
] as const;

const ADMIN_PAGES = [
  ['/admin/accounts', 'Accounts'],
  ['/admin/jobs', 'Jobs'],
  ['/admin/jurisdictions', 'Jurisdictions'],
  ['/admin/personal-data', 'Personal data'],
  ['/admin/audit', 'Audit trail'],
] as const;

export interface LayoutProps {
  title: string;
  children: ComponentChildren;
  /** Above the title: what kind of page this is. */
  eyebrow?: string | undefined;
  /**
   * The page is not what it will be: without scripts, browsers load it again after so many seconds.
   */
  refreshSeconds?: number | undefined;
  narrow?: boolean | undefined;
}

export function Layout({ title, children, eyebrow, refreshSeconds, narrow }: LayoutProps) {
  const { base, home, visit, admin, sandbox, timeZone } = useView();
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · Standing`}</title>
        <link rel="icon" href={ICON} />
        <link rel="stylesheet" href={`${base}/assets/${STYLESHEET_NAME}`} />
        <script type="module" src={`${base}/assets/${SCRIPT_NAME}`} />
        {refreshSeconds === undefined ? null : (
          <noscript>
            <meta http-equiv="refresh" content={String(refreshSeconds)} />
          </noscript>
        )}
      </head>
      <body class="console" data-time-zone={timeZone}>
        <header>
          <a class="skip" href="#content">
            To the content
          </a>
          <a class="brand" href={base + home} dangerouslySetInnerHTML={{ __html: `${MARK}Standing` }} />
          {visit ? <Navigation /> : null}
          {admin ? <AdminNavigation /> : null}
        </header>
        <main id="content" class={narrow ? 'narrow' : undefined}>
          {eyebrow === undefined ? null : <p class="eyebrow">{eyebrow}</p>}
          <h1 tabIndex={-1}>{title}</h1>
          {children}
        </main>
        <footer>
          <p>
            {sandbox ? 'This is a sandbox: its businesses are fictional. ' : ''}
            <a href={`${base}/../reference`}>Reference</a>
          </p>
        </footer>
      </body>
    </html>
  );
}

function Navigation() {
  const { path, visit } = useView();
  const [section = ''] = /^\/[a-z]+/.exec(path) ?? [];
  return (
    <>
      <nav aria-label="Console">
        <ul>
          {PAGES.map(([to, words]) => (
            <li key={to}>
              <Link to={to} current={to === section}>
                {words}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <PostForm to="/sign-out">
        <span class="hint">
          {visit?.email}, {counted(visit?.creditBalance ?? 0)} credits
        </span>
        <button>Sign out</button>
      </PostForm>
    </>
  );
}

function AdminNavigation() {
  const { path } = useView();
  return (
    <>
      <nav aria-label="Support">
        <ul>
          {ADMIN_PAGES.map(([to, words]) => (
            <li key={to}>
              <Link to={to} current={path.startsWith(to)}>
                {words}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <PostForm to="/admin/sign-out">
        <button>Sign out</button>
      </PostForm>
    </>
  );
}
