/** Where rights are tried: resources that lead to each other, and the ways to have a right on an object (contract 3). */

/** A resource whose objects are seen or not, and two others that lead to them, one behind the other. */
export interface Scene {
  path: string;
  near: { path: string; relation: string };
  far: { path: string; relation: string };
  /** How the near object is linked to the others. */
  link(seen: number, unseen: number): Record<string, unknown>;
}

export const SCENES: Scene[] = [
  {
    path: 'applications',
    near: { path: 'databases', relation: 'applications' },
    far: { path: 'logical-servers', relation: 'databases' },
    link: (seen, unseen) => ({ applications: [seen, unseen] }),
  },
  {
    path: 'logical-servers',
    near: { path: 'clusters', relation: 'logical_servers' },
    far: { path: 'routers', relation: 'clusters' },
    link: (seen, unseen) => ({ logical_servers: [seen, unseen] }),
  },
  {
    path: 'entities',
    near: { path: 'processes', relation: 'entities' },
    far: { path: 'activities', relation: 'processes' },
    link: (seen, unseen) => ({ entities: [seen, unseen] }),
  },
  {
    path: 'application-flows',
    near: { path: 'information', relation: 'application_flows' },
    far: { path: 'databases', relation: 'informations' },
    link: (seen, unseen) => ({ application_flows: [seen, unseen] }),
  },
];

export const KINDS = ['no right', 'delegated', 'delegated through a role', 'general right'] as const;
export type Kind = (typeof KINDS)[number];

/** The objects of a scene, by id. */
export interface Objects {
  seen: number;
  unseen: number;
  /** Delegated, and deleted since. */
  deleted: number;
  /** Linked to both, and to the unseen one alone. */
  near: number;
  nearUnseen: number;
  /** Leads to `nearUnseen` alone. */
  farUnseen: number;
}
