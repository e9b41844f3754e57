import type { End, View } from './view.js';

const PARTS: ReadonlyArray<readonly [string, End]> = [
  ['applications.application_services', 'from'],
  ['application-services.modules', 'from'],
];

/** Who exchanges what with whom: flows between applications, services, modules and databases. */
export const APPLICATION_FLOWS: View = {
  name: 'application-flows',
  kinds: ['application-blocks', 'applications', 'application-services', 'application-modules', 'databases'],
  linkedOnly: ['application-blocks', 'applications', 'application-services', 'application-modules', 'databases'],
  nest: [],
  groups: { blocks: [{ edge: 'applications.application_block_id', container: 'to' }] },
  lines: [{ edge: 'application-flows', means: 'flow', label: 'always', lock: 'crypted', apart: 4, tellEndless: true }],
  badges: [],
  show: ['tags', 'kinds'],
  selectors: [
    {
      ...{ name: 'application_block', kind: 'application-blocks', list: true, keeps: 'touching' },
      edges: [['applications.application_block_id', 'from'], ...PARTS],
    },
    { name: 'application', kind: 'applications', list: true, keeps: 'touching', edges: PARTS },
    { name: 'database', kind: 'databases', list: true, keeps: 'touching', edges: [] },
  ],
};
