/** The list at the left: resources by view, and a search box that narrows it. */
import { h } from './dom.js';
import { slugOf } from './description.js';

/** Fills `nav`. Returns a function that marks the page that is open. */
export function showNavigation(nav, description) {
  const search = h('input', {
    type: 'search',
    id: 'search',
    placeholder: 'Find a resource',
    'aria-label': 'Find a resource',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const none = h('p.nav-none', { role: 'status', hidden: true }, 'Nothing goes by that name.');
  const groups = description.groups.map((group, i) => groupOf(group, i));
  nav.append(
    h('div.nav-search', {}, search, h('kbd', { title: 'Press / to search' }, '/')),
    ...groups.map(({ element }) => element),
    none,
  );
  const narrow = () => {
    const asked = fold(search.value).split(/\s+/).filter(Boolean);
    const left = groups.filter((group) => group.narrow(asked));
    none.hidden = left.length > 0;
  };
  search.addEventListener('input', narrow);
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') nav.querySelector('li:not([hidden]) a')?.click();
    if (event.key === 'Escape') {
      search.value = '';
      narrow();
    }
  });
  nav.addEventListener('keydown', moveByArrows);
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target.closest('input, textarea, select, [contenteditable]')) return;
    event.preventDefault();
    search.focus();
  });
  return (slug) => {
    for (const link of nav.querySelectorAll('a')) {
      if (link.dataset.slug === slug) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  };
}

function groupOf({ name, tags }, i) {
  const items = tags.map((tag) => ({ element: itemOf(tag), found: findable(tag, name) }));
  const title = h('h2', { id: `view-${i}` }, h(`span.dot.view-${i}`, { 'aria-hidden': 'true' }), name);
  const element = h(
    'section',
    { 'aria-labelledby': `view-${i}` },
    title,
    h(
      'ul',
      {},
      items.map((item) => item.element),
    ),
  );
  const narrow = (asked) => {
    for (const item of items) item.element.hidden = !asked.every((word) => item.found.includes(word));
    element.hidden = items.every((item) => item.element.hidden);
    return !element.hidden;
  };
  return { element, narrow };
}

function itemOf(tag) {
  const slug = slugOf(tag);
  const link = h('a', { href: `#/${slug}`, title: tag.description }, tag.name);
  link.dataset.slug = slug;
  if (tag['x-deprecated']) link.append(h('span.badge', {}, 'deprecated'));
  return h('li', {}, link);
}

const findable = (tag, view) =>
  fold([tag.name, slugOf(tag), ...(tag['x-aliases'] ?? []), tag.description, view].join(' '));

const fold = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Up and down go from one link to the next. */
function moveByArrows(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const places = [...event.currentTarget.querySelectorAll('input, section:not([hidden]) li:not([hidden]) a')];
  const next = places[places.indexOf(document.activeElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
