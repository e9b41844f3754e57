/** Objects that nothing in the map is linked to (graph 5). */
import { registry } from '../../engine/index.js';
import type { Rule } from './rule.js';

export const orphan: Rule = {
  name: 'orphan',
  about: {
    en: 'Objects without any link, of the kinds in `types`.',
    fr: 'Objets sans aucun lien, des types de `types`.',
  },
  options: { types: { takes: 'kinds' } },
  kinds: () => [...registry.graph().nodes],
  async *find({ graph, kinds }, { types }) {
    const wanted = kinds.filter((path) => !types || (types as string[]).includes(path));
    if (!wanted.length) return;
    const alone = await graph<Record<string, number[]>>({ route: 'alone', kinds: wanted });
    for (const [type, ids] of Object.entries(alone)) for (const id of ids) yield { type, id, sentence: 'orphan' };
  },
};
