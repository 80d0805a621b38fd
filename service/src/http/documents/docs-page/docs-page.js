// The functions of the docs page beyond reading: the menu on a phone, the filter, the marker of the
// current section, copying, and trying operations. The credential is only in its input field.
// Responses are shown only as text.
const find = (selector, inside = document) => inside.querySelector(selector);
const findAll = (selector, inside = document) => [...inside.querySelectorAll(selector)];
const make = (name, properties = {}) => Object.assign(document.createElement(name), properties);

for (const part of findAll('.menu, .credential, .filter, .try')) part.hidden = false;

const menu = find('.menu');
const setMenu = (open) => menu.setAttribute('aria-expanded', String(open));
menu.addEventListener('click', () => setMenu(menu.getAttribute('aria-expanded') === 'false'));
find('nav').addEventListener('click', ({ target }) => {
  if (target.closest('a')) setMenu(false);
});
find('nav').addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || menu.getAttribute('aria-expanded') === 'false') return;
  setMenu(false);
  menu.focus();
});

find('#filter').addEventListener('input', ({ target }) => {
  const words = target.value.toLowerCase().split(/\s+/);
  const fits = (item) => words.every((word) => item.dataset.words.includes(word));
  for (const item of findAll('nav [data-words]')) item.hidden = !fits(item);
});

// The first part in the window is the current one.
const links = new Map(findAll('nav li a').map((link) => [link.hash.slice(1), link]));
const seen = new Set();
const watcher = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) seen.add(target.id);
      else seen.delete(target.id);
    }
    const current = [...links.keys()].find((id) => seen.has(id));
    if (current === undefined) return;
    find('nav [aria-current]')?.removeAttribute('aria-current');
    links.get(current).setAttribute('aria-current', 'true');
    links.get(current).scrollIntoView({ block: 'nearest' });
  },
  { rootMargin: '-90px 0px -30% 0px' },
);
for (const part of findAll('article')) watcher.observe(part);

addEventListener('beforeprint', () => {
  for (const part of findAll('.errors')) part.open = true;
});

for (const figure of navigator.clipboard ? findAll('.example') : []) {
  const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' });
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(find('pre', figure).textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
  figure.append(button);
}

// Relative to this page, so that it also works behind a path prefix.
const addressOf = (path) => new URL(`.${path}`, location.href);

fetch(addressOf('/version'))
  .then((answer) => answer.json())
  .then(({ environment }) => {
    const badge = find('.environment');
    badge.textContent = environment;
    badge.dataset.environment = environment;
    badge.hidden = false;
  })
  .catch(() => {});

function requestOf(form) {
  const inputs = findAll('[data-place]', form).filter((input) =>
    input.type === 'file' ? input.files.length > 0 : input.value !== '',
  );
  const inPlace = (place) => inputs.filter((input) => input.dataset.place === place);
  const path = inPlace('path').reduce(
    (text, { name, value }) => text.replace(`{${name}}`, () => encodeURIComponent(value)),
    form.dataset.path,
  );
  const address = addressOf(path);
  for (const { name, value } of inPlace('query')) address.searchParams.append(name, value);
  const headers = new Headers(inPlace('header').map(({ name, value }) => [name, value]));
  const credential = find('#credential').value.trim();
  if (credential && 'credential' in form.dataset) headers.set('authorization', `Bearer ${credential}`);
  const [json] = inPlace('body');
  if (json) headers.set('content-type', 'application/json');
  const file = inPlace('raw')[0]?.files[0];
  if (file) headers.set('content-type', form.dataset.type ?? (file.type || 'application/octet-stream'));
  return [
    address,
    {
      method: form.dataset.method,
      headers,
      body: json?.value ?? file ?? formDataOf(form, inPlace('form')),
      credentials: 'omit',
    },
  ];
}

function formDataOf(form, inputs) {
  if (!find('[data-place="form"]', form)) return undefined;
  const data = new FormData();
  for (const { name, value, files } of inputs) data.append(name, files ? files[0] : value);
  return data;
}

const interesting = /^(content-type|content-disposition|location|retry-after|ratelimit|x-request-id|x-service-)/;
const mostCharacters = 100_000;

async function describe(answer, milliseconds) {
  const summary = make('p');
  const status = make('span', { className: 'status', textContent: `${answer.status} ${answer.statusText}`.trim() });
  status.dataset.kind = String(answer.status)[0];
  summary.append(status, ` in ${milliseconds} ms`);
  const headers = [...answer.headers].filter(([name]) => interesting.test(name)).map((pair) => pair.join(': '));
  return [summary, make('pre', { textContent: headers.join('\n'), tabIndex: 0 }), ...(await describeBody(answer))];
}

async function describeBody(answer) {
  const type = answer.headers.get('content-type') ?? '';
  if (!/^(text\/|application\/json)/.test(type)) {
    const blob = await answer.blob();
    if (blob.size === 0) return [make('p', { textContent: 'No body.' })];
    const [, name = 'answer'] = answer.headers.get('content-disposition')?.match(/filename="?([^";]+)/) ?? [];
    const paragraph = make('p');
    const link = make('a', { textContent: `Save the body (${blob.size} bytes)`, download: name });
    link.href = URL.createObjectURL(blob);
    paragraph.append(link);
    return [paragraph];
  }
  const text = await answer.text();
  let value;
  try {
    value = JSON.parse(text);
  } catch {}
  const shown = value === undefined ? text : JSON.stringify(value, null, 2);
  const cut = shown.length > mostCharacters ? `${shown.slice(0, mostCharacters)}\n… cut here` : shown;
  return [make('pre', { textContent: cut, tabIndex: 0 }), ...offerCredential(value)];
}

/** A fresh session token or key can be used without copying it. */
function offerCredential(value) {
  const credential = [value?.token, value?.key].find(
    (each) => typeof each === 'string' && /^(eyJ|svc_key_|svc_test_key_)/.test(each),
  );
  if (!credential) return [];
  const button = make('button', { type: 'button', textContent: 'Use as credential' });
  button.addEventListener('click', () => {
    find('#credential').value = credential;
    button.textContent = 'In use';
    button.disabled = true;
  });
  return [button];
}

for (const form of findAll('.try form')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const output = form.nextElementSibling;
    const button = find('button', form);
    button.disabled = true;
    const start = performance.now();
    try {
      const answer = await fetch(...requestOf(form));
      output.replaceChildren(...(await describe(answer, Math.round(performance.now() - start))));
    } catch (problem) {
      output.replaceChildren(make('p', { textContent: `No answer: ${problem.message}.` }));
    } finally {
      button.disabled = false;
    }
  });
}
