/** What people call kinds, columns and codes, in both languages: the pages show these in place of names of the API (docs/decisions/openapi.md). */
import { registry, type Field, type Link, type ResourceModel } from '../../engine/index.js';
import { codeWord } from '../../map/code-words.js';
import { typeAbout } from '../../reports/locales/index.js';
import type { Titles } from '../model.js';
import { SPECIAL } from '../schemas/special.js';
import { EN } from './en.js';
import { FR } from './fr.js';

const titles = (en: string, fr: string | undefined): Titles => ({ en, ...(fr !== undefined && { fr }) });

/** The title of a kind of objects, as its entity file says. */
export const kindTitles = ({ titles: { en, fr } }: Pick<ResourceModel, 'titles'>): Titles => titles(en[1], fr[1]);

/** What one object of a kind is called. */
export const titlesOfOne = ({ titles: { en, fr } }: Pick<ResourceModel, 'titles'>): Titles => titles(en[0], fr[0]);

/** What a kind of objects is, in a sentence. */
export const kindAbouts = ({ path }: Pick<ResourceModel, 'path'>): Titles => ({
  en: typeAbout(path, 'en'),
  fr: typeAbout(path, 'fr'),
});

/**
 * The titles of all columns of these kinds by name, and of links that have a word of their own; others are called as the kind at
 * their other end.
 */
export function memberTitles(resources: readonly ResourceModel[]): Record<string, Titles> {
  const links = resources.flatMap((resource) => resource.links.filter(({ shown }) => shown));
  const fields = [...resources.flatMap((resource) => resource.fields), ...links.flatMap(({ items = [] }) => items)];
  const columns = fields.filter(({ hidden }) => !hidden).map((field) => [field.name, columnTitles(field)]);
  const own = links.filter(({ name, items }) => items || name in EN || name in FR);
  const special = Object.values(SPECIAL).flatMap(({ answered = {} }) => Object.keys(answered));
  const values = links.flatMap(({ pivot }) => pivot?.value?.name ?? []);
  const others = [...own.map(({ name }) => name), ...special, ...values].map((name) => [name, columnTitles({ name })]);
  return Object.fromEntries([...columns, ...others]) as Record<string, Titles>;
}

/** The titles of a column; of a link its own words, or those of the kind at its other end. */
export function titlesOfPart(part: Field | Link): Titles {
  if (!('target' in part) || part.items || part.name in EN || part.name in FR) return columnTitles(part);
  return kindTitles(registry.get(part.target));
}

const columnTitles = ({ name, ref }: { name: string; ref?: unknown }): Titles =>
  titles(EN[name] ?? capital((ref ? name.replace(/_id$/, '') : name).replaceAll('_', ' ')), FR[name]);

/** The words of all codes that columns of these kinds hold, by the name of their list. */
export function codeTitles(resources: readonly ResourceModel[]): Record<string, Array<Titles & { code: number }>> {
  const columns = resources.flatMap(({ fields, links }) => [...fields, ...links.flatMap(({ items = [] }) => items)]);
  const lists = columns.flatMap(({ rules }) => (rules.enum ? [rules.enum] : []));
  const worded = lists.map(({ name, labels }) => [
    name,
    [...labels].map(([code, label]) => ({ code, ...codeWord(label) })),
  ]);
  return Object.fromEntries(worded) as Record<string, Array<Titles & { code: number }>>;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
