/** What templates list, in words. */
import type { MapOfKinds } from '../api/map.js';
import { reportsOf } from '../api/reports.js';
import type { TemplateSource } from '../api/templates.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';

/** What it lists: `Logical servers`. Stored queries go by their number where their names are not known. */
export function sourceInWords(map: MapOfKinds, { type, query, report }: TemplateSource): string {
  if (type !== null) {
    const kind = map.kinds.get(type);
    return kind ? said(kind.titles).text : type;
  }
  if (query !== null) return t('templates.query', { id: query });
  const found = reportsOf(map).find(({ name }) => name === report);
  return t('templates.report', { name: found ? said(found.titles).text : String(report) });
}
