// The pages work without this script. It sets the time zone once, keeps pending content and the
// balance up to date, and adds copy buttons.
const REFRESH_MS = 1000;
/** If no response arrives, a form can be sent again after this time. */
const SENT_MS = 5000;
/** Names are suggested once the typing pauses, from this length on. */
const TYPED_MS = 200;
const SHORTEST_TYPED = 3;
/** Added per refresh while a page does not change. */
const SLOWER_MS = 50;
const LONGEST_REFRESH_MS = 5000;
const MOST_REFRESHES = 300;
/** Initial polling interval of the balance; it doubles while the balance does not change. */
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

/** Refreshes the page until nothing on it is pending, or it has not changed for a long time. */
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

/** Polls the balance while the page is visible, until the session has ended. */
const balance = {
  waitMs: BALANCE_MS,
  timer: undefined,
  askedAt: Date.now(),
  path: document.querySelector('[data-live]')?.dataset.from,

  /** Polls once now: the page became visible again, or the account was charged. */
  async ask() {
    clearTimeout(this.timer);
    this.askedAt = Date.now();
    const answer = await fetch(this.path, { cache: 'no-cache', redirect: 'manual' }).catch(() => undefined);
    // Redirected to the sign-in: the session has ended.
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

/** Shows times in the browser's zone, from this page on, unless the person has chosen one. */
async function tellTimeZone() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (document.body.dataset.timeZone || timeZone === 'UTC') return;
  const { pathname } = new URL(document.querySelector('.brand').href);
  document.cookie = `standing_console_time_zone=${timeZone}; path=${pathname}; max-age=1209600; samesite=lax`;
  const times = document.querySelectorAll('main time');
  if (times.length === 0) return;
  // Replaces only the times, so that typed input is kept.
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => undefined);
  if (!answer?.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelectorAll('main time');
  if (next.length === times.length) times.forEach((time, at) => time.replaceWith(next[at]));
}

/** Sends a form only once while its response is pending, however often its button is pressed. */
function sendOnce(event) {
  const form = event.target;
  if (form.method !== 'post') return;
  if (form.dataset.sent === 'yes') event.preventDefault();
  form.dataset.sent = 'yes';
  setTimeout(() => delete form.dataset.sent, SENT_MS);
}

/** Offers known names while somebody types one. */
function suggestNames(field) {
  let timer;
  const { form, list } = field;
  const ask = async () => {
    const jurisdiction = form.elements.jurisdiction?.value ?? '';
    const query = new URLSearchParams({ q: field.value.trim(), jurisdiction });
    const answer = await fetch(`${field.dataset.suggestions}?${query}`).catch(() => undefined);
    if (!answer?.ok) return;
    const { names } = await answer.json();
    list.replaceChildren(...names.map((name) => Object.assign(document.createElement('option'), { value: name })));
  };
  field.addEventListener('input', () => {
    clearTimeout(timer);
    if (field.value.trim().length >= SHORTEST_TYPED) timer = setTimeout(() => void ask(), TYPED_MS);
  });
}

document.addEventListener('submit', sendOnce);
for (const field of document.querySelectorAll('[data-suggestions]')) suggestNames(field);
enhance(document);
void tellTimeZone();
void follow();
balance.follow();
