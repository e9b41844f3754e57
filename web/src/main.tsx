/** Starts the front: the theme, the language, and the page that the address names. */
import { render, type ComponentType, type VNode } from 'preact';
import { pageAt } from './app/pages.js';
import { watchTheme } from './app/theme.js';
import { language, speak, wantedLanguage } from './i18n/index.js';
import { useStore } from './store.js';
import './styles/colours.css';
import './styles/frame.css';
import './styles/controls.css';
import './styles/text.css';

/** Drawn anew, as it is, in every language that is chosen. */
function App({ Page }: { Page: ComponentType }): VNode {
  useStore(language);
  return <Page />;
}

watchTheme();
const load = pageAt(location.pathname) ?? pageAt('/docs')!;
const [{ default: Page }] = await Promise.all([load(), speak(wantedLanguage())]);
render(<App Page={Page} />, document.body);
