/** Light or dark: as the system says, until somebody says otherwise. */

import { Store } from '../store.js';

const KEY = 'meridian-theme';
const system = matchMedia('(prefers-color-scheme: dark)');

/** The theme that is shown. */
export const theme = new Store<'light' | 'dark'>('light');

const wanted = (): string => localStorage.getItem(KEY) ?? (system.matches ? 'dark' : 'light');

function apply(): void {
  const dark = wanted() === 'dark';
  theme.set(dark ? 'dark' : 'light');
  document.documentElement.dataset['theme'] = theme.get();
  // The name by which Swagger UI goes.
  document.documentElement.classList.toggle('dark-mode', dark);
}

/** Applies the theme, now and whenever the system changes its own. */
export function watchTheme(): void {
  apply();
  system.addEventListener('change', apply);
}

/** Changes to the other theme, and keeps the choice. */
export function switchTheme(): void {
  localStorage.setItem(KEY, wanted() === 'dark' ? 'light' : 'dark');
  apply();
}
