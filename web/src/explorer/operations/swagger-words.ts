/**
 * Swagger UI speaks English alone and leaves some controls without a name. Here its words are put into the language of the
 * page, from the catalogue, where each stands under `swagger:` and the word itself; and the controls get names, so that
 * they can be told apart without being seen.
 */
import { isKey, language, t } from '../../i18n/index.js';

/** Names and words of what is in `place`, now, later and in every language that is chosen, until `signal` ends it. */
export function translateControls(place: HTMLElement, signal: AbortSignal): void {
  const texts = new Map<Text, { english: string; shown: string }>();
  const names = new Map<HTMLElement, () => string>();
  const translate = (): void => {
    observer.disconnect();
    for (const text of texts.keys()) if (!text.isConnected) texts.delete(text);
    for (const text of ownTexts(place)) {
      const known = texts.get(text);
      const english = known?.shown === text.data ? known.english : text.data;
      const shown = inLanguage(english);
      if (shown === null) continue;
      texts.set(text, { english, shown });
      if (text.data !== shown) text.data = shown;
    }
    for (const control of names.keys()) if (!control.isConnected) names.delete(control);
    for (const control of place.querySelectorAll<HTMLElement>(UNNAMED)) {
      const name = nameOf(control);
      if (name) names.set(control, name);
    }
    for (const element of place.querySelectorAll<HTMLElement>('[aria-label]')) {
      const english = element.getAttribute('aria-label')!;
      if (!names.has(element) && inLanguage(english) !== null) names.set(element, () => inLanguage(english)!);
    }
    for (const [control, name] of names) {
      if (control.getAttribute('aria-label') !== name()) control.setAttribute('aria-label', name());
    }
    for (const element of place.querySelectorAll(DOCUMENT)) element.setAttribute('lang', 'en');
    // Swagger UI gives a label the id of the very control that it stands around.
    for (const label of place.querySelectorAll('label[id]:has(select)')) label.removeAttribute('id');
    // Written by its style sheet.
    place.style.setProperty('--word-required', `"${t('fields.required')}"`);
    observer.observe(place, { childList: true, characterData: true, subtree: true });
  };
  const observer = new MutationObserver(translate);
  const end = language.subscribe(translate);
  signal.addEventListener('abort', () => {
    observer.disconnect();
    end();
  });
  translate();
}

/** What the document tells, which is in English. */
const DOCUMENT = ':is(.markdown, .renderedMarkdown, .opblock-summary-description):not([lang])';
/** Words of Swagger UI's before a list of values, among what the document tells. */
const LABELS = '.parameter__enum i, .parameter__default i, .parameter__example i';
/** Where the texts are not Swagger UI's: code, what the document tells, and what this page draws itself. */
const OTHERS =
  'pre, code, textarea, .markdown, .renderedMarkdown, .opblock-summary, .parameter__name:not(h4), .problem, .body-example';

function* ownTexts(place: HTMLElement): Generator<Text> {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const around = text.parentElement!;
    if (text.data.trim() && (around.matches(LABELS) || !around.closest(OTHERS))) yield text;
  }
}

/** A text of Swagger UI's in the language of the page, blanks as they were; null for one that it does not make. */
function inLanguage(english: string): string | null {
  const word = english.trim();
  const key = `swagger:${word}`;
  return isKey(key) ? english.replace(word, () => t(key)) : null;
}

const UNNAMED = ['input', 'select', 'textarea', 'button'].map((tag) => `${tag}:not([aria-label])`).join();

/** What a control without a name is to be called, in the language of the page; null where it needs no name. */
function nameOf(control: HTMLElement): (() => string) | null {
  if (control.matches('button')) {
    if (control.textContent.trim()) return null;
    const { title } = control;
    return () => (title ? (inLanguage(title) ?? title) : t('operations.toggle'));
  }
  if (control.closest('label')) return null;
  const { paramName, propertyName } =
    control.closest<HTMLElement>('[data-param-name], [data-property-name]')?.dataset ?? {};
  const name = paramName ?? propertyName;
  if (name) return () => name;
  if (control.closest('.body-param')) return () => t('request.body');
  if (control.closest('.responses-wrapper')) return () => t('operations.answer-type');
  const placeholder = control.getAttribute('placeholder');
  return placeholder === null ? null : () => placeholder;
}
