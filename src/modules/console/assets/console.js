// The pages work without this. It sets the time zone once, keeps what is pending and the balance up to date, and copies.
const REFRESH_MS = 1000;
/** A form can be sent again after this time, where its answer did not come. */
const SENT_MS = 5000;
/** A page that does not change is asked for less often. */
const SLOWER_MS = 50;
const LONGEST_REFRESH_MS = 5000;
const MOST_REFRESHES = 300;
/**
 * How often the balance is asked for: at first, and less and less often while it stays the same.
 */
const BALANCE_MS = 15_000;
const LONGEST_BALANCE_MS = 120_000;

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

/**
 * Shows the page as it is by now, until nothing of it is pending any more, or nothing of it has
 * changed for long.
 */
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

/** Asks for the balance while somebody can see it, until the session has ended. */
const balance = {
  waitMs: BALANCE_MS,
  timer: undefined,
  askedAt: Date.now(),
  path: document.querySelector('[data-live]')?.dataset.from,

  /** Once, for a person who looks again or was just charged. */
  async ask() {
    clearTimeout(this.timer);
    this.askedAt = Date.now();
    const answer = await fetch(this.path, { cache: 'no-cache', redirect: 'manual' }).catch(() => undefined);
    // Led to the sign-in: the session has ended.
    if (answer?.type === 'opaqueredirect') this.path = undefined;
    const changed = answer?.ok === true && this.write(await answer.json());
    this.waitMs = changed ? BALANCE_MS : Math.min(this.waitMs * 2, LONGEST_BALANCE_MS);
    this.wait(this.waitMs);
  },

  write(words) {
    const stale = [...document.querySelectorAll('[data-live]')].filter(
      (each) => each.textContent !== words[each.dataset.live],
    );
    for (const each of stale) each.textContent = words[each.dataset.live];
    return stale.length > 0;
  },

  wait(ms) {
    clearTimeout(this.timer);
    if (this.path && !document.hidden) this.timer = setTimeout(() => void this.ask(), ms);
  },

  follow() {
    if (!this.path) return;
    document.addEventListener('visibilitychange', () => {
      this.wait(Math.max(this.askedAt + BALANCE_MS - Date.now(), 0));
    });
    this.wait(this.waitMs);
  },
};

function show(main) {
  document.querySelector('main').replaceWith(main);
  document.title = `${main.querySelector('h1')?.textContent ?? ''} · Standing`;
  enhance(main);
  main.querySelector('h1')?.focus();
  balance.wait(0);
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

/** A form is sent once, however often its button is pressed, while its answer is on the way. */
function sendOnce(event) {
  const form = event.target;
  if (form.method !== 'post') return;
  if (form.dataset.sent === 'yes') event.preventDefault();
  form.dataset.sent = 'yes';
  setTimeout(() => delete form.dataset.sent, SENT_MS);
}

document.addEventListener('submit', sendOnce);
enhance(document);
void tellTimeZone();
void follow();
balance.follow();
