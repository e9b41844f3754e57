/** Names of objects that somebody chose, before an answer of the graph brings them. */
import { Wanted } from '../api/names.js';
import { useNames } from '../api/use-names.js';
import type { Explorer } from './explorer.js';
import { kindIn, numberIn } from './state.js';

/** What each of these is called, with its kind where others are called so too; an ellipsis until that is known. */
export function useEndNames(explorer: Explorer, ids: readonly string[]): (id: string) => string {
  const wanted = new Wanted();
  for (const id of ids) if (!explorer.node(id)) wanted.want(kindIn(id), Number(numberIn(id)));
  const names = useNames(explorer.map, wanted);
  const distinct = explorer.namesOf(ids, (id) => names.get(kindIn(id))?.get(Number(numberIn(id))) ?? '…');
  return (id) => distinct[ids.indexOf(id)] ?? '…';
}
