/** Objects whose outage alone takes down a process or an application that must be available (graph 5). */
import { registry } from '../../engine/index.js';
import { MAX_EVIDENCE } from '../findings/said.js';
import type { Rule } from './rule.js';

/** As the graph answers them. */
interface WeakPoint {
  kind: string;
  id: number;
  down: Array<[kind: string, id: number]>;
  total: number;
}

export const singlePoint: Rule = {
  name: 'single-point',
  about: {
    en: 'Objects whose outage alone takes down a process or application with an availability need of at least `need`; at least `least` of these.',
    fr: 'Objets dont la panne suffit à arrêter un processus ou une application dont le besoin de disponibilité est d’au moins `need`\u00a0; au moins `least` d’entre eux.',
  },
  options: {
    need: { takes: 'number', min: 1, max: 4, default: 3 },
    least: { takes: 'number', min: 1, max: 10_000, default: 1 },
  },
  kinds: () => [...registry.graph().nodes],
  async *find({ graph, kinds }, { need, least }) {
    const points = await graph<WeakPoint[]>({
      ...{ route: 'points', kinds: ['processes', 'applications'], most: MAX_EVIDENCE },
      ...{ need: Number(need), least: Number(least) },
    });
    for (const { kind, id, down, total } of points) {
      if (!kinds.includes(kind)) continue;
      const objects = down.map(([type, other]) => ({ type, id: other }));
      yield {
        type: kind,
        id,
        sentence: 'singlePoint',
        objects,
        ...(total > objects.length && { objectsTotal: total }),
      };
    }
  },
};
