// Shows one part of the page at a time and sends its forms. The token comes from behind the # of the address, which
// browsers send to nobody, and is spent only when the button is pressed.
const find = (selector, inside = document) => inside.querySelector(selector);
const findAll = (selector) => [...document.querySelectorAll(selector)];
const token = () => new URLSearchParams(location.hash.slice(1)).get('token');

function show(state) {
  for (const part of findAll('[data-state]')) part.hidden = part.dataset.state !== state;
  find('.problem').textContent = '';
  // A screen reader reads on from the heading of what has just appeared.
  find(`[data-state="${state}"] h2`)?.focus();
}

const withToken = (path) => path.replace('{token}', encodeURIComponent(token()));

/** Says what a link is about before it is used; asking spends nothing. */
async function fillPreview() {
  const preview = find('[data-preview]');
  if (!preview || !token()) return;
  const answer = await call('GET', preview.dataset.preview).catch(() => ({}));
  if (answer.error === 'invite_not_found') show('expired');
  for (const place of findAll('[data-fill]')) place.textContent = answer[place.dataset.fill] ?? place.textContent;
}

function start() {
  show(token() ? 'ready' : 'expired');
  fillPreview();
}
// A second link opened in the same tab changes only the part behind the #.
addEventListener('hashchange', start);
start();

for (const repeated of findAll('[data-repeats]')) {
  const first = find(`#${repeated.dataset.repeats}`);
  const compare = () =>
    repeated.setCustomValidity(repeated.value === first.value ? '' : 'The two passwords are not the same.');
  repeated.addEventListener('input', compare);
  first.addEventListener('input', compare);
}

for (const choice of findAll('[data-shows]')) {
  choice.addEventListener('change', () => {
    for (const id of choice.dataset.shows.split(' ')) find(`#${id}`).type = choice.checked ? 'text' : 'password';
  });
}

async function call(method, path, body) {
  // Relative to this page, so that a service behind a path prefix is reached too.
  const answer = await fetch(new URL(`.${withToken(path)}`, location.href), {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return { ok: answer.ok, ...(await answer.json()) };
}

function sentenceOf({ message, details = [] }) {
  return details.map((each) => `${each.path}: ${each.message}.`).join(' ') || message;
}

for (const form of findAll('[data-post]')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = find('button', form);
    button.disabled = true;
    find('.problem').textContent = '';
    const { post: path, then = 'done' } = form.dataset;
    try {
      const answer = await call('POST', path, {
        ...Object.fromEntries(new FormData(form)),
        ...(then === 'done' && !path.includes('{token}') && { token: token() }),
      });
      const aboutToken =
        answer.error === 'token_expired_or_used' ||
        answer.error === 'invite_not_found' ||
        answer.details?.some((each) => each.path === 'token');
      if (answer.ok) {
        show(then);
        history.replaceState(null, '', location.pathname);
      } else if (aboutToken) show('expired');
      else find('.problem').textContent = sentenceOf(answer);
    } catch {
      find('.problem').textContent = 'The service did not answer. Try again in a moment.';
    } finally {
      button.disabled = false;
    }
  });
}
