/** Known vulnerabilities of what is on the map, as pages read and decide them. */
import type { Kind } from './kinds.js';
import type { MapOfKinds } from './map.js';
import { tried } from './send.js';

export const VULNERABILITIES = '/api/vulnerabilities';

export const STATES = ['open', 'not_affected', 'accepted', 'fixed'] as const;
export type VulnerabilityState = (typeof STATES)[number];

export const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;

/** Why one is urgent. */
export type Urgency =
  | { reason: 'known_exploited'; since: string | null }
  | { reason: 'probable' | 'score' | 'fails'; value: number }
  | { reason: 'needs'; value: number; of: string | null }
  | { reason: 'reachable'; from: string; steps: number };

export interface ObjectOf {
  type: string;
  id: number;
  name: string;
}

export interface WayStep {
  type: string;
  name: string;
}

/** One vulnerability of one object. */
export interface Vulnerability {
  id: number;
  object: ObjectOf;
  way: readonly WayStep[] | null;
  cve: string;
  advisory: string;
  title: string | null;
  severity: string | null;
  score: number | null;
  epss: number | null;
  kev: { added: string | null; due: string | null; ransomware: boolean; action: string | null } | null;
  identity: string;
  affected: string | null;
  first_seen: string | null;
  state: VulnerabilityState;
  reason: string | null;
  justification: string | null;
  document: string | null;
  until: string | null;
  urgency: readonly Urgency[];
}

export interface VulnerabilityList {
  data: readonly Vulnerability[];
  meta: { total: number; page: number; size: number };
}

/** What was found in one object, and whether anything can be told of it. */
export interface VulnerabilitiesOf extends VulnerabilityList {
  meta: VulnerabilityList['meta'] & {
    answer: { state: 'hit' | 'not_hit' | 'cannot_be_told'; reason: string | null };
    carried: {
      objects: number;
      left_out: number;
      hit: number;
      not_hit: number;
      cannot_be_told: number;
      unclear: ReadonlyArray<{ object: ObjectOf; way: readonly WayStep[]; reason: string }>;
    } | null;
  };
}

/** What was imported. */
export interface VulnerabilitySource {
  name: string;
  kinds: readonly string[];
  records: number;
  data_at: string | null;
  imported_at: string | null;
  covers: readonly string[];
  stale: boolean;
}

/** Where what was found in one object is read; undefined for kinds that name no products. */
export const pathOfObject = ({ description }: MapOfKinds, { path }: Kind, id: number): string | undefined =>
  description.openapi.paths[`/api/${path}/{id}/vulnerabilities`] && `/api/${path}/${id}/vulnerabilities`;

/** The kinds whose objects can have vulnerabilities and which the reader may list. */
export const kindsWithProducts = (map: MapOfKinds): Kind[] =>
  [...map.kinds.values()].filter((kind) => pathOfObject(map, kind, 1) !== undefined && map.rights.mayList(kind.tag));

/** Whether the reader may decide what becomes of one. */
export const mayDecide = ({ kinds, rights }: MapOfKinds, { object }: Vulnerability): boolean => {
  const kind = kinds.get(object.type);
  return kind !== undefined && rights.reaches('edit', kind.tag, object.id);
};

/** Whether the reader may import what is known. */
export const mayImportSources = ({ rights }: MapOfKinds): boolean => rights.has('configure');

export interface Decision {
  state: VulnerabilityState;
  reason: string;
  until: string;
}

/** Decides what one of them is. */
export const decide = (id: number, { state, reason, until }: Decision): ReturnType<typeof tried> =>
  tried({
    method: 'PATCH',
    path: `${VULNERABILITIES}/${id}`,
    body: { state, reason: reason.trim() || null, until: until || null },
  });

/** Imports one file of what is known. */
export function importSource(file: File): ReturnType<typeof tried> {
  const body = new FormData();
  body.append('file', file, file.name);
  return tried({ method: 'POST', path: '/api/cve/import', body });
}

export const isDecided = ({ state }: Vulnerability): boolean => state !== 'open';
