import type { End, Selector, View } from './view.js';

const BELOW: ReadonlyArray<readonly [string, End]> = [
  ['processes.macroprocess_id', 'from'],
  ['processes.activities', 'from'],
  ['operations.process_id', 'from'],
  ['activities.operations', 'from'],
  ['operations.tasks', 'from'],
  ['operations.actors', 'from'],
  ['processes.informations', 'from'],
];

const below = (name: string, kind: string): Selector => ({ name, kind, list: true, keeps: 'follow', edges: BELOW });

/** What is done: processes, their activities down to tasks, who does them, and what they know. */
export const INFORMATION_SYSTEM: View = {
  name: 'information-system',
  kinds: ['macro-processuses', 'processes', 'activities', 'operations', 'tasks', 'actors', 'information'],
  nest: [{ edge: 'processes.macroprocess_id', container: 'to' }],
  lines: [
    { edge: 'processes.activities', means: 'partOf' },
    { edge: 'activities.operations', means: 'partOf' },
    { edge: 'operations.process_id', means: 'partOf', unless: ['activities.operations', 'processes.activities'] },
    { edge: 'operations.tasks', means: 'partOf' },
    { edge: 'operations.actors', means: 'actsIn', pattern: 'dashed' },
    { edge: 'processes.informations', means: 'usedBy', pattern: 'dotted' },
    { edge: 'information.parents', means: 'partOf' },
  ],
  badges: [],
  show: ['tags', 'kinds'],
  selectors: [below('macro_process', 'macro-processuses'), below('process', 'processes')],
  granularity: [
    ['processes', 'operations', 'information'],
    ['macro-processuses', 'processes', 'operations', 'actors', 'information'],
    ['macro-processuses', 'processes', 'activities', 'operations', 'tasks', 'actors', 'information'],
  ],
};
