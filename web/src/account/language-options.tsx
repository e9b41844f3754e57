/** The languages that there are, each by its own name, as options to choose from. */
import type { VNode } from 'preact';
import { LANGUAGES } from '../i18n/index.js';

export function LanguageOptions(): VNode {
  return (
    <>
      {LANGUAGES.map((one) => (
        <option key={one} value={one} lang={one}>
          {new Intl.DisplayNames([one], { type: 'language' }).of(one)}
        </option>
      ))}
    </>
  );
}
