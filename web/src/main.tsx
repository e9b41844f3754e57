/** Starts the front: the theme, the language, and the page that the address names. */
import { render, type ComponentType, type VNode } from 'preact';
import { pageAt } from './app/pages.js';
import { place, watchPlace } from './app/router.js';
import { watchTheme } from './app/theme.js';
import { language, speak, wantedLanguage } from './i18n/index.js';
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

/** Drawn anew, as it is, in every language that is chosen. */
function App({ Page }: { Page: ComponentType }): VNode {
  useStore(language);
  return <Page />;
}

/** Shows the page of the place, unless the reader went on meanwhile. */
async function show(): Promise<void> {
  const wanted = place.get().path;
  const { default: Page } = await (pageAt(wanted) ?? pageAt('/docs')!)();
  if (wanted === place.get().path) render(<App Page={Page} />, document.body);
}

watchTheme();
watchPlace((path) => pageAt(path) !== undefined);
await Promise.all([speak(wantedLanguage()), pageAt(place.get().path)?.()]);
await show();
place.subscribe(() => void show());
