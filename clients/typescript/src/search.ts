/** What the search over all kinds and the summary of the map take and answer. */
import type { CallOptions } from './types.js';

export interface SearchOptions extends CallOptions {
  /** Paths of kinds, such as `logical-servers`; all that the caller may list if left out. */
  kinds?: string | readonly string[];
  /** 1 to 100; 20 if left out. */
  limit?: number;
}

/** How an object was found, from the best on. */
export type Found = 'equal' | 'begins' | 'word' | 'contains' | 'words';

export interface ObjectName {
  /** Path of its kind. */
  kind: string;
  id: number;
  name: string;
}

export interface SearchResult extends ObjectName {
  view: string;
  match: { how: Found; field: string; value: string };
  /** What it stands in or belongs to. */
  where: ObjectName | null;
  url: string;
}

export interface SearchAnswer {
  results: SearchResult[];
  meta: {
    total: number;
    by_kind: Record<string, number>;
    truncated: boolean;
    left_out: number;
    hidden_kinds: string[];
  };
}

export interface RecentObject extends ObjectName {
  view: string;
  updated_at: string | null;
  url: string;
}

export interface Summary {
  total: number;
  views: Array<{ view: string; total: number; kinds: Array<{ kind: string; total: number; url: string }> }>;
  recent: RecentObject[];
  /** With `since`: how many objects changed since; `more`: there were others before the last changes that were looked at. */
  changed?: {
    since: string;
    total: number;
    more: boolean;
    kinds: Array<{ kind: string; total: number; url: string }>;
  };
  hidden_kinds: string[];
}
