/** What is said of a shared table beside its name. */
import type { MapOfKinds } from '../api/map.js';
import type { SharedTable } from '../api/shared-tables.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';

/** The kind of its objects, and who shared it. */
export function sharedAbout({ kinds }: MapOfKinds, { kind, person }: SharedTable): string {
  const found = kinds.get(kind);
  const title = found ? said(found.titles).text : kind;
  return person ? t('nav.shared.about', { title, name: person.name }) : title;
}
