/** Who may make one object of several, and how that is taken back. */
import type { Kind } from '../api/kinds.js';
import { addressOf, type MapOfKinds } from '../api/map.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import type { Undo } from './notice.js';

/** Objects of all kinds that can be merged are merged at one address. */
const MERGE = '/api/{kind}/{id}/merge';

/** Whether it is offered to make one object of this one and others, and to take that back: the others are deleted. */
export function mayMerge({ description, rights }: MapOfKinds, { path, tag }: Kind, id: number): boolean {
  const { parameters = [] } = description.openapi.paths[MERGE] ?? {};
  const kinds = parameters.find(({ name }) => name === 'kind')?.schema?.enum ?? [];
  return kinds.includes(path) && rights.reaches('edit', tag, id) && rights.reaches('delete', tag);
}

/** By the entry of the journal; where something changed since, the refusal names it in the words of the page. */
export const undoOfMerge = (
  map: MapOfKinds,
  kind: Kind,
  id: number,
  entry: number,
  { name, ...more }: { name: string; to?: string; onDone?: () => void },
): Undo => ({
  ...{ path: `/api/${kind.path}/${id}/unmerge`, body: { entry } },
  label: t('merge.undo'),
  titles: titlesOf(map, kind),
  sentence: t('merge.undone', { name }),
  to: addressOf(kind.path, id),
  ...more,
});

/** Columns and links of the object, other kinds, and their columns that lead to it. */
function titlesOf(map: MapOfKinds, kind: Kind): Record<string, string> {
  const others = [...map.kinds.values()];
  const leading = others.flatMap(({ columns }) => columns.filter(({ target }) => target === kind.path));
  return Object.fromEntries([
    ...others.map(({ path, titles }) => [path, said(titles).text] as const),
    ...[...leading, ...kind.columns, ...kind.links].map(({ name, titles }) => [name, said(titles).text] as const),
  ]);
}
