import type { View } from './view.js';

/** Blocks, their applications, and what these are made of. */
export const APPLICATIONS: View = {
  name: 'applications',
  kinds: ['application-blocks', 'applications', 'application-services', 'application-modules', 'databases'],
  nest: [{ edge: 'applications.application_block_id', container: 'to' }],
  lines: [
    { edge: 'application-services.modules', means: 'partOf' },
    { edge: 'applications.application_services', means: 'partOf' },
    { edge: 'applications.databases', means: 'dataFor' },
  ],
  badges: [],
  show: ['tags', 'kinds'],
  selectors: [
    {
      ...{ name: 'application_block', kind: 'application-blocks', list: true, keeps: 'follow' },
      edges: [
        ['applications.application_block_id', 'from'],
        ['applications.application_services', 'from'],
        ['application-services.modules', 'from'],
        ['applications.databases', 'from'],
      ],
    },
    {
      ...{ name: 'application', kind: 'applications', list: true, keeps: 'follow' },
      edges: [
        ['applications.application_services', 'from'],
        ['application-services.modules', 'from'],
        ['applications.databases', 'from'],
      ],
    },
  ],
};
