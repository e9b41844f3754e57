/** Light or dark: as the system says, until somebody says otherwise. */

import { Store } from '../store.js';

const KEY = 'meridian-theme';
const system = matchMedia('(prefers-color-scheme: dark)');

/** The theme that is shown. */
export const theme = new Store<'light' | 'dark'>('light');

/** What may be chosen. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEMES)[number];

/** What was chosen. */
export const chosenTheme = new Store<ThemeChoice>(THEMES.find((one) => one === localStorage.getItem(KEY)) ?? 'system');

function wanted(): 'light' | 'dark' {
  const chosen = chosenTheme.get();
  return chosen === 'system' ? (system.matches ? 'dark' : 'light') : chosen;
}

function apply(): void {
  theme.set(wanted());
  const dark = theme.get() === 'dark';
  document.documentElement.dataset['theme'] = theme.get();
  // The name by which Swagger UI goes.
  document.documentElement.classList.toggle('dark-mode', dark);
}

/** Applies the theme, now and whenever the system changes its own. */
export function watchTheme(): void {
  apply();
  system.addEventListener('change', apply);
  // Paper is light, and what was drawn on dark ground is turned over there.
  const { dataset } = document.documentElement;
  addEventListener('beforeprint', () => {
    dataset['drawnOn'] = theme.get();
    dataset['theme'] = 'light';
  });
  addEventListener('afterprint', apply);
}

/** Changes to the other theme, and keeps the choice. */
export const switchTheme = (): void => chooseTheme(wanted() === 'dark' ? 'light' : 'dark');

/** Changes to a theme, and keeps the choice. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  chosenTheme.set(choice);
  apply();
}
