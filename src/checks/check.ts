/** A check as it is kept, and what it is called. */
import type { KindName } from '../core/http/errors.js';
import type { Language } from '../core/i18n/messages.js';
import type { Row } from '../database/database.js';
import { registry, type ResourceModel } from '../engine/index.js';
import type { Severity } from './severity.js';

/** What they are called; they are no resource. */
export const CHECKS: KindName = {
  path: 'checks',
  titles: { en: ['Check', 'Checks'], fr: ['Contrôle', 'Contrôles'] },
};

/** A text in one language at least. */
export type Localized = Partial<Record<Language, string>>;

/** What people read of a check. */
export interface CheckTexts {
  titles: Localized;
  abouts: Localized;
  advices: Localized;
}

export type Filter = Readonly<Record<string, unknown>>;

/** What finds its objects. */
export type Definition =
  | { kind: 'filter'; filter: Filter }
  /** In the JSON form. */
  | { kind: 'query'; query: object }
  | { kind: 'rule'; rule: string; options: Readonly<Record<string, unknown>> };

export interface Check extends CheckTexts {
  id: number;
  /** Names it for good. */
  slug: string;
  severity: Severity;
  enabled: boolean;
  /** Path of the kind that its findings are about; null where a rule has several. */
  type: string | null;
  definition: Definition;
  /** Filters of lists by kind: objects that they find are never findings. */
  exceptions: Readonly<Record<string, Filter>>;
  /** Kinds beside `type` that whoever sees its findings must be able to list without restriction. */
  kinds: readonly string[];
  shipped: boolean;
  /** What people changed of a check that came with the release. */
  changed: readonly string[];
  /** As stored. */
  lastRunAt: string | null;
  lastRunMs: number | null;
  lastError: string | null;
  createdAt: string;
  updatedAt: string;
}

export const SELECT_CHECK = 'SELECT k.* FROM `own_checks` k';

/** A check by its row. What was stored was checked before, so nothing is judged here. */
export function checkOf(row: Row): Check {
  const json = (name: string): unknown => JSON.parse((row[name] as string | null) ?? 'null');
  return {
    ...(json('texts') as CheckTexts),
    ...{ id: Number(row['id']), slug: String(row['slug']), severity: row['severity'] as Severity },
    ...{ enabled: Boolean(row['enabled']), type: row['type'] as string | null, shipped: Boolean(row['shipped']) },
    definition: json('definition') as Definition,
    exceptions: (json('exceptions') ?? {}) as Record<string, Filter>,
    kinds: ((json('kinds') ?? []) as string[][]).flat(),
    changed: (json('changed') ?? []) as string[],
    lastRunAt: row['last_run_at'] as string | null,
    lastRunMs: row['last_run_ms'] === null ? null : Number(row['last_run_ms']),
    lastError: row['last_error'] as string | null,
    createdAt: String(row['created_at']),
    updatedAt: String(row['updated_at']),
  };
}

/** A text in a language, or in the other one where there is none in it. */
export const inLanguage = (text: Localized, language: Language): string =>
  text[language] ?? text[language === 'en' ? 'fr' : 'en'] ?? '';

/** Kinds as they are stored: a row for each, as statements take lists apart. */
export const storedKinds = (kinds: readonly string[]): string => JSON.stringify(kinds.map((path) => [path]));

const ELSEWHERE: ReadonlySet<string> = new Set(['configuration', 'queries', 'graph']);

/** The kinds that findings may be about: those of the map. */
export const mapKinds = (): ResourceModel[] =>
  registry.all().filter(({ view, readOnly }) => !readOnly && !ELSEWHERE.has(view));
