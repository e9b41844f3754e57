import type { View } from './view.js';

/** Organisations, the parts that they have, and their relations. */
export const ECOSYSTEM: View = {
  name: 'ecosystem',
  kinds: ['entities'],
  nest: [{ edge: 'entities.parent_entity_id', container: 'to' }],
  lines: [{ edge: 'relations', means: 'relation', label: 'always', width: 'importance', active: 'active' }],
  badges: [],
  show: ['tags', 'kinds'],
  selectors: [
    { name: 'perimeter', keeps: 'column', on: 'entities', column: 'is_external', values: { internal: 0, external: 1 } },
    { name: 'type', keeps: 'column', on: 'entities', column: 'entity_type' },
  ],
};
