// The pages work without this. It shows times in the zone of the person, keeps what is pending up to date, and copies.
const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const REFRESH_MS = 1000;
const MOST_REFRESHES = 300;

function enhance(root) {
  for (const time of root.querySelectorAll('time[datetime]')) {
    if (time.dataset.local) continue;
    time.dataset.local = 'yes';
    const utc = time.textContent;
    time.textContent = TIME.format(new Date(time.dateTime));
    const small = document.createElement('small');
    small.textContent = ` ${utc}`;
    time.append(small);
  }
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

/** Shows the page as it is by now, until nothing of it is pending any more. */
async function follow(left) {
  if (!document.querySelector('[data-pending]') || left === 0) return;
  await new Promise((resolve) => setTimeout(resolve, REFRESH_MS));
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => undefined);
  if (answer?.ok) {
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main');
    const main = document.querySelector('main');
    if (next && main && next.querySelector('[data-pending]') === null) {
      main.replaceWith(next);
      document.title = `${next.querySelector('h1')?.textContent ?? ''} · Standing`;
      enhance(next);
      next.querySelector('h1')?.focus();
    }
  }
  await follow(left - 1);
}

enhance(document);
void follow(MOST_REFRESHES);
