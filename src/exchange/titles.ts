/** What pages call the columns of a kind, so that a file may call them so: the one catalogue of titles. */
import type { Language } from '../core/i18n/messages.js';
import { registry, type Field, type Link, type ResourceModel } from '../engine/index.js';
import { kindTitles, titlesOfPart } from '../openapi/locales/index.js';
import { isColumn, isWritten } from './columns.js';

type Part = Field | Link;

const targetOf = (part: Part): string | undefined => ('target' in part ? part.target : part.ref?.target);

/** The title of a part alone, which others of its kind may have too. */
export function plainTitle(part: Part, language: Language): string {
  const titles = titlesOfPart(part);
  return titles[language] ?? titles.en;
}

/**
 * The title of a part among all parts of its kind, as pages write it: of two of one title that which leads to other objects says to
 * which, and what is still alike says its name.
 */
export function titleAmong(part: Part, { fields, links }: ResourceModel, language: Language): string {
  const own = plainTitle(part, language);
  const shown = [...fields.filter(({ hidden }) => !hidden), ...links.filter((link) => link.shown)];
  const same = shown.filter((one) => one !== part && plainTitle(one, language) === own);
  if (!same.length) return own;
  const target = targetOf(part);
  if (same.some((one) => targetOf(one) === target)) return `${own} (${part.name})`;
  return target === undefined ? own : `${own} (${kindTitle(target, language)})`;
}

/** What the objects of a kind are called. */
export function kindTitle(path: string, language: Language): string {
  const titles = kindTitles(registry.get(path));
  return titles[language] ?? titles.en;
}

/** The parts that an import takes, the id among them. */
export const importedParts = ({ fields, links }: ResourceModel): Part[] => [
  ...fields.filter((field) => isWritten(field) && !field.hidden),
  ...links.filter(isColumn),
];
