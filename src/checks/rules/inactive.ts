/** Objects that are no longer active and that live ones still rest on. */
import { registry } from '../../engine/index.js';
import type { EvidenceObject } from '../findings/said.js';
import { linked, live, tableOf } from './parts.js';
import type { Rule } from './rule.js';

/** By which links others rest on an object of a kind. */
const CARRIED: Readonly<Record<string, readonly string[]>> = {
  'logical-servers': ['applications', 'databases', 'containers', 'clusters'],
  relations: ['applications', 'wans'],
};

export const inactive: Rule = {
  name: 'inactive',
  about: {
    en: 'Servers and relations that are no longer active, on which live objects still rest.',
    fr: 'Serveurs et relations qui ne sont plus actifs, sur lesquels reposent encore des objets vivants.',
  },
  options: {},
  kinds: () => Object.keys(CARRIED),
  async *find(reading) {
    for (const path of reading.kinds) {
      const resource = registry.get(path);
      const rows = await reading.all(
        `SELECT t.\`id\` AS id FROM ${tableOf(path)} t WHERE ${live(resource, 't')} AND t.\`active\` = 0 ORDER BY t.\`id\``,
      );
      if (!rows.length) continue;
      const carried = new Map<number, EvidenceObject[]>(rows.map(({ id }) => [Number(id), []]));
      for (const name of CARRIED[path]!) {
        const { target } = resource.links.find((link) => link.name === name)!;
        for (const [own, other] of await linked(reading, path, name, 'a.`active` = 0')) {
          const list = carried.get(own);
          if (list && !list.some((one) => one.type === target && one.id === other))
            list.push({ type: target, id: other });
        }
      }
      for (const [id, objects] of carried) if (objects.length) yield { type: path, id, sentence: 'inactive', objects };
    }
  },
};
