/** Light or dark: as the system says, until somebody says otherwise. */

const KEY = 'meridian-theme';
const system = matchMedia('(prefers-color-scheme: dark)');

const wanted = () => localStorage.getItem(KEY) ?? (system.matches ? 'dark' : 'light');

function apply() {
  const dark = wanted() === 'dark';
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.documentElement.classList.toggle('dark-mode', dark);
}

/** Applies the theme and lets `button` switch it. */
export function watchTheme(button) {
  apply();
  system.addEventListener('change', apply);
  button.addEventListener('click', () => {
    localStorage.setItem(KEY, wanted() === 'dark' ? 'light' : 'dark');
    apply();
  });
}
