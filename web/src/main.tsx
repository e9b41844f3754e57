/** Starts the front: the theme, the language, and the page that the address names. */
import { render, type ComponentType, type VNode } from 'preact';
import { signInByCode, watchSession } from './api/session.js';
import { tell } from './app/notice.js';
import { fetchPage, isPage, pageOf } from './app/pages.js';
import { place, watchPlace } from './app/router.js';
import { watchTheme } from './app/theme.js';
import { language, speak, t, wantedLanguage } from './i18n/index.js';
import { useStore } from './store.js';
import './styles/colours.css';
import './styles/frame.css';
import './styles/controls.css';
import './styles/text.css';
import './styles/problem.css';
import './styles/navigation.css';
import './styles/picker.css';
import './styles/downloads.css';
import './styles/search.css';
import './styles/tables.css';
import './styles/print.css';

/** Drawn anew, as it is, in every language that is chosen. */
function App({ Page }: { Page: ComponentType }): VNode {
  useStore(language);
  return <Page />;
}

const show = (): void => render(<App Page={pageOf(place.get().path)} />, document.body);

watchTheme();
const stopped = await signInByCode();
if (stopped) {
  const wanted = encodeURIComponent(location.pathname + location.search);
  const [path, search] = ['/login', stopped === 'factor' ? `?next=${wanted}` : '?error=expired'];
  history.replaceState(null, '', path + search);
  place.set({ path, search });
}
watchSession();
watchPlace({ isPage, fetchPage });
await Promise.all([speak(wantedLanguage()), fetchPage(place.get().path)]);
show();
place.subscribe(show);
// A part that comes later may be of a release that is gone; what was typed beside it is not thrown away.
addEventListener('unhandledrejection', ({ reason }) => {
  if (reason instanceof TypeError && /import/i.test(reason.message)) tell(t('page.part-missing'));
});
