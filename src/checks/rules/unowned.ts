/** Objects of kinds that name somebody responsible, where nobody is named. */
import { registry } from '../../engine/index.js';
import { mapKinds } from '../check.js';
import { columnsOf, isEmpty, live, tableOf } from './parts.js';
import { portions, type Rule } from './rule.js';

const COLUMNS = ['responsible', 'responsible_exp', 'owner', 'entity_resp_id'];

export const unowned: Rule = {
  name: 'unowned',
  about: {
    en: 'Objects of kinds with a responsible person or entity where none is named.',
    fr: 'Objets des types qui ont une personne ou une entité responsable, lorsque aucune n’est nommée.',
  },
  options: { types: { takes: 'kinds' } },
  kinds: () => mapKinds().flatMap(({ path }) => (columnsOf(path, COLUMNS).length ? [path] : [])),
  async *find(reading, { types }) {
    for (const path of reading.kinds) {
      if (types && !(types as string[]).includes(path)) continue;
      const columns = columnsOf(path, COLUMNS);
      const empty = columns.map((field) => isEmpty(field, 't')).join(' AND ');
      const select = `SELECT t.\`id\` FROM ${tableOf(path)} t WHERE ${live(registry.get(path), 't')} AND ${empty}`;
      for await (const { id } of portions(reading, select, []))
        yield { type: path, id: Number(id), sentence: 'unowned', fields: columns.map(({ name }) => name) };
    }
  },
};
