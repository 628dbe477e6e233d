// The pages work without this. It tells the zone of the person once, keeps what is pending up to date, and copies.
const REFRESH_MS = 1000;
/** A page that does not change is asked for less often. */
const SLOWER_MS = 50;
const LONGEST_REFRESH_MS = 5000;
const MOST_REFRESHES = 300;

function enhance(root) {
  for (const shown of root.querySelectorAll('[data-copy]')) {
    if (!navigator.clipboard || shown.dataset.copy === 'yes') continue;
    shown.dataset.copy = 'yes';
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', () => {
      void navigator.clipboard.writeText(shown.textContent).then(() => (button.textContent = 'Copied'));
    });
    shown.after(button);
  }
}

/** Shows the page as it is by now, until nothing of it is pending any more, or nothing of it has changed for long. */
async function follow() {
  for (let quiet = 0; quiet < MOST_REFRESHES; quiet++) {
    const shown = document.querySelector('[data-pending]');
    if (!shown) return;
    await new Promise((resolve) => setTimeout(resolve, Math.min(REFRESH_MS + quiet * SLOWER_MS, LONGEST_REFRESH_MS)));
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => undefined);
    if (!answer?.ok) continue;
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main');
    const pending = next?.querySelector('[data-pending]');
    if (!next) continue;
    if (!pending) show(next);
    else if (pending.textContent !== shown.textContent) {
      shown.replaceWith(pending);
      quiet = 0;
    }
  }
}

function show(main) {
  document.querySelector('main').replaceWith(main);
  document.title = `${main.querySelector('h1')?.textContent ?? ''} · Standing`;
  enhance(main);
  main.querySelector('h1')?.focus();
}

/** A person who has not chosen a zone gets times in that of the browser, from this page on. */
async function tellTimeZone() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (document.body.dataset.timeZone || timeZone === 'UTC') return;
  const { pathname } = new URL(document.querySelector('.brand').href);
  document.cookie = `standing_console_time_zone=${timeZone}; path=${pathname}; max-age=1209600; samesite=lax`;
  const times = document.querySelectorAll('main time');
  if (times.length === 0) return;
  // Nothing that was typed is lost: only the times are taken from the page as it would be now.
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => undefined);
  if (!answer?.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelectorAll('main time');
  if (next.length === times.length) times.forEach((time, at) => time.replaceWith(next[at]));
}

enhance(document);
void tellTimeZone();
void follow();
