/** Links in words. */
import { isKey, t } from '../i18n/index.js';
import type { Explorer } from './explorer.js';

/** What leads from an object to the next one of a path: what each edge between them is about, and, if `isLabelled`, what it is called. */
export function stepInWords(explorer: Explorer, from: string, edges: readonly string[], isLabelled = true): string {
  const words = edges.flatMap((id) => {
    const edge = explorer.edge(id);
    if (!edge) return [];
    const key = `map.step.${edge.family}.${edge.both ? 'both' : edge.from === from ? 'up' : 'down'}`;
    const says = isKey(key) ? t(key) : (explorer.catalogue.families.get(edge.family) ?? edge.family);
    return edge.label && isLabelled ? `${says} (${edge.label})` : says;
  });
  return [...new Set(words)].join(', ');
}
