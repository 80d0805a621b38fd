// The search field of the documentation. The page works without it.
const field = document.getElementById('search');
const found = document.getElementById('found');
const contents = document.getElementById('contents');
const most = 12;
let index;

field.parentElement.hidden = false;
field.addEventListener('focus', load, { once: true });
field.addEventListener('input', async () => {
  await load();
  show(field.value.trim().toLowerCase());
});

async function load() {
  index ??= fetch(field.dataset.index).then((response) => response.json());
  return index;
}

async function show(query) {
  const guides = await index;
  if (query !== field.value.trim().toLowerCase()) return;
  contents.hidden = query !== '';
  found.replaceChildren();
  if (query === '') return;
  const words = query.split(/\s+/);
  const hits = guides
    .map((guide) => ({ guide, score: scoreOf(guide, words) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
    .slice(0, most);
  const list = document.createElement('ul');
  for (const { guide } of hits) {
    const link = document.createElement('a');
    link.href = field.dataset.up + guide.path;
    link.textContent = guide.title;
    const excerpt = document.createElement('p');
    excerpt.className = 'excerpt';
    excerpt.textContent = excerptOf(guide.words, words[0]);
    const item = document.createElement('li');
    item.append(link, excerpt);
    list.append(item);
  }
  if (hits.length === 0) found.textContent = 'No page matches. Try fewer or other words.';
  else found.append(list);
}

/** Every word must occur. A title counts more than the text. */
function scoreOf({ title, words: text }, words) {
  const lowerTitle = title.toLowerCase();
  const lowerText = text.toLowerCase();
  let score = 0;
  for (const word of words) {
    const inText = lowerText.split(word).length - 1;
    const inTitle = lowerTitle.includes(word) ? 50 : 0;
    if (inText + inTitle === 0) return 0;
    score += Math.min(inText, 20) + inTitle;
  }
  return score;
}

function excerptOf(text, word) {
  const place = Math.max(text.toLowerCase().indexOf(word) - 40, 0);
  return `${place > 0 ? '…' : ''}${text.slice(place, place + 120)}…`;
}
