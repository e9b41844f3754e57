/** Starts the explorer: reads the description once, then shows the page that the address names. */
import { Description } from './description.js';
import { fill, h } from './dom.js';
import { showNavigation } from './navigation.js';
import { resourcePage } from './resource-page.js';
import { showSession } from './sign-in.js';
import { startPage } from './start-page.js';
import { watchTheme } from './theme.js';

const main = document.getElementById('main');

async function start() {
  watchTheme(document.getElementById('theme-button'));
  showSession(document.getElementById('session'));
  const drawer = watchDrawer();
  const description = await Description.fetch();
  document.getElementById('version').textContent = description.openapi.info.version;
  const mark = showNavigation(document.getElementById('nav'), description);
  const show = (first) => {
    const slug = decodeURIComponent(location.hash.replace(/^#\/?/, ''));
    const tag = description.bySlug.get(slug);
    if (location.hash === '#main') return;
    document.title = tag ? `${tag.name} · Meridian explorer` : 'Meridian explorer';
    mark(tag ? slug : '');
    fill(main, tag ? resourcePage(tag, description) : startPage(description));
    drawer.close();
    scrollTo(0, 0);
    if (!first) main.focus({ preventScroll: true });
  };
  addEventListener('hashchange', () => show(false));
  show(true);
}

/** On narrow screens the resources are behind a button. */
function watchDrawer() {
  const [button, veil, nav] = ['menu-button', 'veil', 'nav'].map((id) => document.getElementById(id));
  const set = (open) => {
    nav.classList.toggle('open', open);
    veil.hidden = !open;
    button.setAttribute('aria-expanded', String(open));
    if (open) nav.querySelector('input')?.focus();
  };
  button.addEventListener('click', () => set(!nav.classList.contains('open')));
  veil.addEventListener('click', () => set(false));
  nav.addEventListener('keydown', (event) => event.key === 'Escape' && set(false));
  return { close: () => nav.classList.contains('open') && set(false) };
}

start().catch((error) => {
  fill(
    main,
    h('div.problem', { role: 'alert' }, h('p.problem-sentence', {}, `The explorer cannot start: ${error.message}`)),
  );
});
