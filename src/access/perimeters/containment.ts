/**
 * What lies in a place or belongs to an entity (identity 9). A kind that is named nowhere here lies in no root: kinds that come
 * later are closed until somebody writes down where they lie.
 */
import type { ResourceModel } from '../../engine/index.js';

/** Kinds that can be roots. */
export const ROOTS: readonly string[] = ['sites', 'buildings', 'bays', 'entities'];

/** Kinds of places: whatever has a column for one of them lies there. */
const PLACES: ReadonlySet<string> = new Set(['sites', 'buildings', 'bays']);

/** How far a root reaches, in this order. */
export const DEPTHS = ['place', 'hosted', 'applications'] as const;
export type Depth = (typeof DEPTHS)[number];
export const DEFAULT_DEPTH: Depth = 'hosted';

/** How far a root must reach for a line: 1 is `place`. */
export const rankOf = (depth: Depth): number => DEPTHS.indexOf(depth) + 1;

/** Objects of a kind are in a root with what they name in this column or link. */
export interface Line {
  via: string;
  depth: Depth;
}

const line = (depth: Depth, ...names: readonly string[]): Line[] => names.map((via) => ({ via, depth }));

const LINES: Readonly<Record<string, readonly Line[]>> = {
  // What names an entity, and belongs to it.
  processes: line('place', 'entities'),
  'external-connected-entities': line('place', 'entity_id'),
  workstations: line('place', 'entity_id'),
  peripherals: line('place', 'provider_id'),
  // What runs on the hardware.
  'logical-servers': line('hosted', 'physical_servers'),
  clusters: line('hosted', 'physical_servers'),
  routers: line('hosted', 'physical_routers'),
  'network-switches': line('hosted', 'physical_switches'),
  'security-devices': line('hosted', 'physical_security_devices'),
  containers: line('hosted', 'logical_servers'),
  certificates: line('hosted', 'logical_servers'),
  backups: line('hosted', 'logical_servers'),
  databases: [...line('place', 'entity_resp_id', 'entities'), ...line('hosted', 'logical_servers')],
  // What people use of it.
  applications: [
    ...line('place', 'entity_resp_id', 'entities'),
    ...line('applications', 'logical_servers', 'physical_servers', 'containers', 'databases', 'security_devices'),
    ...line('applications', 'workstations', 'peripherals'),
  ],
  'application-services': line('applications', 'applications'),
  'application-modules': [...line('place', 'entities'), ...line('applications', 'application_services')],
};

/** Columns for ends that are not marked as such: objects are inside where all ends are that are set. */
const ENDS: Readonly<Record<string, readonly string[]>> = { relations: ['source_id', 'destination_id'] };

export const DOCUMENTS = 'documents';
export const JOURNAL = 'audit-logs';

/** Kinds that are told of without perimeters: who there is, and texts that show nothing of the map. */
export const OPEN: ReadonlySet<string> = new Set([
  ...['users', 'roles', 'permissions', 'perimeters', 'cartographers', 'queries', 'saved-maps'],
]);

/** Through what objects of a kind lie in a root. */
export const linesOf = ({ path, fields }: ResourceModel): Line[] => [
  ...fields
    .filter(({ ref }) => ref && PLACES.has(ref.target) && !ROOTS.includes(path))
    .map(({ name }) => line('place', name)[0]!),
  ...(LINES[path] ?? []),
];

/** The columns for the ends of a flow or link; none of other kinds. */
export const endsOf = ({ path, fields }: ResourceModel): string[] =>
  ENDS[path]?.slice() ?? fields.filter(({ end }) => end).map(({ name }) => name);
