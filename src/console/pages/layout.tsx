import type { ComponentChildren } from 'preact';
import { ICON, MARK } from '../../modules/http/answers/page-style.js';
import { SCRIPT_NAME, STYLESHEET_NAME } from '../assets.js';
import { SentAlert } from './form.js';
import { counted, credits, Link, Moment, PostForm } from './parts.js';
import { ADMIN_SECTIONS, sectionOf, SECTIONS } from './sections.js';
import { useView } from './view.js';

export interface LayoutProps {
  title: string;
  children: ComponentChildren;
  /** Kind of page, above the title. */
  eyebrow?: string | undefined;
  /** Pages between the section and this one. */
  trail?: readonly (readonly [to: string, words: string])[] | undefined;
  /** For a page that will change: browsers without scripts reload it after this time. */
  refreshSeconds?: number | undefined;
  narrow?: boolean | undefined;
  /** A page that does not exist or is not accessible belongs to no section. */
  lost?: boolean | undefined;
}

export function Layout({ title, children, eyebrow, trail, refreshSeconds, narrow }: LayoutProps) {
  const { base, visit, admin, timeZone, notice } = useView();
  const framed = visit !== undefined || admin !== undefined;
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
      <body class={framed ? 'console framed' : 'console'} data-time-zone={timeZone}>
        <Header framed={framed} />
        {framed ? <Rail /> : null}
        <main id="content" class={framed ? (narrow ? 'narrow' : undefined) : 'alone'}>
          <Trail trail={trail} />
          {notice === undefined ? null : (
            <p class="notice across" role="status">
              {notice}
            </p>
          )}
          {eyebrow === undefined ? null : <p class="eyebrow">{eyebrow}</p>}
          <h1 tabIndex={-1}>{title}</h1>
          <SentAlert />
          {children}
        </main>
        <Footer />
      </body>
    </html>
  );
}

function Header({ framed }: { framed: boolean }) {
  const { base, home, visit, admin, sellsCredits } = useView();
  return (
    <header>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <a class="brand" href={base + home} dangerouslySetInnerHTML={{ __html: `${MARK}Standing` }} />
      {framed ? (
        <a class="opens-menu" href="#menu">
          Menu
        </a>
      ) : null}
      {visit ? (
        <div class="who">
          {sellsCredits ? (
            <a class="balance" href={`${base}/billing`} data-live="balance" data-from={`${base}/balance.json`}>
              {credits(visit.creditBalance)}
            </a>
          ) : null}
          <span class="hint">{visit.email}</span>
          <PostForm to="/sign-out">
            <button class="quiet">Sign out</button>
          </PostForm>
        </div>
      ) : null}
      {admin ? (
        <div class="who">
          <span class="hint">{admin.name}</span>
          <PostForm to="/admin/sign-out">
            <button class="quiet">Sign out</button>
          </PostForm>
        </div>
      ) : null}
      <SandboxBanner />
    </header>
  );
}

/** The sandbox has its own clock. */
function SandboxBanner() {
  const { sandbox, sandboxTime, visit } = useView();
  if (!sandbox) return null;
  return (
    <p class="banner">
      Sandbox: all businesses are fictional.
      {sandboxTime === undefined ? null : (
        <>
          {' '}
          The clock shows <Moment at={sandboxTime} isSandbox />.{' '}
          {visit ? <Link to="/monitoring#clock">Move the clock</Link> : null}
        </>
      )}
    </p>
  );
}

/** The navigation. On small screens the menu opens it, and choosing a page closes it. */
function Rail() {
  const { root, path, admin, waiting } = useView();
  const groups = admin ? ADMIN_SECTIONS : SECTIONS;
  const current = sectionOf(path, groups);
  return (
    <nav id="menu" class="rail" aria-label={admin ? 'Administration' : 'Console'}>
      <div>
        {groups.map(({ title = '', sections }) => (
          <div key={title}>
            {title === '' ? null : <h2>{title}</h2>}
            <ul>
              {sections.map((section) => (
                <li key={section.to}>
                  <Link to={section.to} current={section === current}>
                    {section.words}
                    {section.to === '/review' && waiting ? (
                      <>
                        {' '}
                        <span class="state warning">{waiting < 100 ? counted(waiting) : '99+'}</span>
                      </>
                    ) : null}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <h2>Help</h2>
        <ul>
          {current?.guide === undefined ? null : (
            <li>
              <a href={`${root}/docs/${current.guide}`}>How this works</a>
            </li>
          )}
          <li>
            <a href={`${root}/docs`}>Guides</a>
          </li>
          <li class="closes-menu">
            <a href="#content">Close the menu</a>
          </li>
        </ul>
      </div>
    </nav>
  );
}

/** The path from the section; empty on the page of a section itself. */
function Trail({ trail = [] }: Pick<LayoutProps, 'trail'>) {
  const { path, admin, visit } = useView();
  const section = sectionOf(path, admin ? ADMIN_SECTIONS : SECTIONS);
  if (!section || (!visit && !admin) || (path === section.to && trail.length === 0) || section.to === '') return null;
  return (
    <nav class="crumbs" aria-label="Breadcrumb">
      <ol>
        {[[section.to, section.words] as const, ...trail].map(([to, words]) => (
          <li key={to}>
            <Link to={to}>{words}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Footer() {
  const { root, version } = useView();
  return (
    <footer>
      <p>
        <a href={`${root}/reference`}>API reference</a> · Standing {version}
      </p>
    </footer>
  );
}
