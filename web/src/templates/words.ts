/** What templates list, in words. */
import type { MapOfKinds } from '../api/map.js';
import { reportsOf } from '../api/reports.js';
import type { TemplateSource } from '../api/templates.js';
import { useAnswer } from '../api/use-answer.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';

/** A stored query as it is chosen. */
export interface QueryName {
  id: number;
  name: string;
}

/** The stored queries that the reader may show; none until they are read, and where `isWanted` is false. */
export function useQueries(map: MapOfKinds, isWanted = true): readonly QueryName[] {
  const { answer } = useAnswer(
    isWanted && map.rights.has('query_show') ? '/api/queries?sort=name&fields=id,name' : null,
  );
  return answer && 'status' in answer && answer.status < 400 ? (answer.body as QueryName[]) : [];
}

/** What it lists: `Logical servers`. Stored queries go by their number where their names are not known. */
export function sourceInWords(
  map: MapOfKinds,
  { type, query, report }: TemplateSource,
  queries: readonly QueryName[],
): string {
  if (type !== null) {
    const kind = map.kinds.get(type);
    return kind ? said(kind.titles).text : type;
  }
  if (query !== null) {
    const name = queries.find(({ id }) => id === query)?.name;
    return name === undefined ? t('templates.query', { id: query }) : t('templates.query.named', { name });
  }
  const found = reportsOf(map).find(({ name }) => name === report);
  return t('templates.report', { name: found ? said(found.titles).text : String(report) });
}
