import type { View } from './view.js';

/** Pictures of what a question to the graph finds: their boxes and lines are those of the answer. */
const walk = (name: string): View => ({
  ...{ name, kinds: [], nest: [], lines: [], badges: [], selectors: [] },
  show: ['kinds'],
});

export const OBJECT = walk('object');
export const PATH = walk('path');
export const IMPACT = walk('impact');
export const DEPENDENCIES = walk('dependencies');

/** The question to the graph that each of them is the picture of. */
export const WALKS: ReadonlyMap<View, 'neighbourhood' | 'paths' | 'impact' | 'dependencies'> = new Map([
  [OBJECT, 'neighbourhood'],
  [PATH, 'paths'],
  [IMPACT, 'impact'],
  [DEPENDENCIES, 'dependencies'],
]);

/**
 * What stands on what, from processes down to racks, a layer each: columns of the picture of dependencies. Kinds that are in none
 * stand in the last one.
 */
export const LAYERS: ReadonlyArray<readonly [name: string, kinds: readonly string[]]> = [
  ['business', ['macro-processuses', 'processes', 'activities', 'operations', 'tasks', 'information', 'actors']],
  ['application', ['application-blocks', 'applications', 'application-services', 'application-modules', 'databases']],
  ['server', ['logical-servers', 'containers', 'clusters']],
  ['host', ['physical-servers', 'storage-devices', 'workstations', 'peripherals', 'phones']],
  [
    'network',
    [
      ...['physical-switches', 'physical-routers', 'physical-security-devices', 'wifi-terminals', 'network-switches'],
      ...['routers', 'security-devices', 'networks', 'subnetworks', 'vlans', 'gateways', 'wans', 'mans', 'lans'],
    ],
  ],
  ['rack', ['bays']],
  ['site', ['buildings', 'sites']],
];

/** What lies above and below an object, where nothing else is asked for: up to processes and down to racks, and never to the side. */
export const CHAIN = {
  kinds: [
    ...['processes', 'activities', 'applications', 'application-services', 'application-modules', 'databases'],
    ...['logical-servers', 'containers', 'clusters', 'physical-servers', 'storage-devices', 'bays'],
  ],
  families: ['places', 'hosting', 'structure', 'business', 'data'],
} as const;
