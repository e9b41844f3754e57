/** Checks and what they found, as pages read them. */
import { language, t } from '../i18n/index.js';
import type { MapOfKinds } from './map.js';

/** The most urgent first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const CHECKS = '/api/checks';
export const FINDINGS = '/api/findings';

/** A text in one language at least. */
type Localized = Readonly<Partial<Record<'en' | 'fr', string>>>;

/** What an option of a rule takes; pages offer those that are one value. */
export type OptionShape =
  | { takes: 'number'; min: number; max: number; default: number | null }
  | { takes: 'duration'; default: string | null }
  | { takes: 'flag'; default: boolean }
  | { takes: 'words' | 'kinds' | 'source' };

export interface Check {
  id: number;
  key: string;
  titles: Localized;
  abouts: Localized;
  advices: Localized;
  severity: Severity;
  enabled: boolean;
  /** The kind that it is about; null where there are several. */
  type: string | null;
  shipped: boolean;
  /** How many the reader sees; null for who may see none. */
  open: number | null;
  accepted: number | null;
  /** The rule by which it finds; null for filters and queries. */
  rule: string | null;
  options: Readonly<Record<string, unknown>> | null;
  /** What the rule takes; null where there is none. */
  rule_options: Readonly<Record<string, OptionShape>> | null;
  /** What people changed of a check that came with the release. */
  changed: readonly string[];
  last_run_at: string | null;
  last_error: string | null;
}

/** How far a run is. */
export interface CheckRun {
  id: number;
  state: string;
  finished_at: string | null;
}

/** An object that proves a finding. */
export interface ProvingObject {
  type: string;
  id: number;
  name: string | null;
  note?: string | number;
}

export interface Finding {
  id: number;
  check: string;
  severity: Severity;
  type: string;
  object_id: number;
  name: string | null;
  state: 'open' | 'accepted' | 'gone';
  first_seen: string;
  gone_at: string | null;
  accepted_until: string | null;
  accepted_reason: string | null;
  accepted_by: string | null;
  accepted_at: string | null;
  /** That its sentence tells of. */
  day: string | null;
  title: string;
  message: string;
  advice: string;
  evidence: {
    fields?: readonly string[];
    objects?: readonly ProvingObject[];
    rows?: { columns: readonly string[]; rows: ReadonlyArray<ReadonlyArray<string | number | null>>; total: number };
    total?: { fields?: number; objects?: number };
  };
}

/** Numbers of findings of one severity. */
export interface SeverityCount {
  by: Severity;
  open: number;
  new_7d: number;
  gone_7d: number;
  accepted: number;
}

/** Whether findings are shown to the reader at all; a server without checks gives nobody the right. */
export const mayReadFindings = ({ rights, description }: MapOfKinds): boolean =>
  rights.has('finding_access') && description.openapi.paths[FINDINGS] !== undefined;

/** Whether the reader sees every object in which something may be found: numbers of the whole map are told to nobody else. */
export const seesAllFindings = ({ rights, kinds, description }: MapOfKinds): boolean =>
  !rights.limits.length &&
  [...kinds.values()].every(
    ({ path, tag }) => !(`/api/${path}/{id}/findings` in description.openapi.paths) || rights.may('access', tag),
  );

export const mayReadChecks = (map: MapOfKinds): boolean => map.rights.has('check_access') && mayReadFindings(map);

/** Whether the reader may make checks; those of a query are refused by the server where it asks about what they may not list. */
export const mayMakeChecks = (map: MapOfKinds): boolean => map.rights.has('check_create') && mayReadChecks(map);

/** In the language of the page, or in the other one. */
export function inLanguage(text: Localized): string {
  const spoken = language.get();
  return text[spoken] ?? text[spoken === 'en' ? 'fr' : 'en'] ?? '';
}

export const severityName = (severity: Severity): string => t(`checks.severity.${severity}`);

/** What a finding's object is called. */
export const nameOfFinding = ({ name, object_id: id }: Finding): string => name ?? `#${id}`;
