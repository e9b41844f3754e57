/** What the views of the map are called, in the order in which people go through it: the words of documents, pages and pictures. */
import type { Language } from '../core/i18n/messages.js';

/** By name of the view; one that is not here goes by its name. */
export const VIEW_TITLES: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  gdpr: { en: 'GDPR', fr: 'RGPD' },
  ecosystem: { en: 'Ecosystem', fr: 'Écosystème' },
  business: { en: 'Business', fr: 'Métier' },
  application: { en: 'Applications', fr: 'Applications' },
  administration: { en: 'Administration', fr: 'Administration' },
  logical: { en: 'Logical infrastructure', fr: 'Infrastructure logique' },
  physical: { en: 'Physical infrastructure', fr: 'Infrastructure physique' },
  configuration: { en: 'Configuration', fr: 'Configuration' },
  queries: { en: 'Stored queries', fr: 'Requêtes enregistrées' },
  graph: { en: 'Saved maps', fr: 'Cartes enregistrées' },
};

/** The titles of a view. */
export const viewTitles = (view: string): Readonly<Record<Language, string>> => {
  const name = view.charAt(0).toUpperCase() + view.slice(1);
  return VIEW_TITLES[view] ?? { en: name, fr: name };
};
