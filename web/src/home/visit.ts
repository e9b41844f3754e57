/** When the reader was here before: what changed since is told on the first page. */
import { useState } from 'preact/hooks';
import type { Preferences } from '../api/preferences.js';

/** After so long without this page, in milliseconds, it is another visit. */
const PAUSE = 30 * 60_000;
/** A visit that goes on is noted as often as this at most. */
const STEP = 5 * 60_000;

/** `at`: when this page was last opened; `since`: when the visit before that one ended. */
interface Visits {
  at: string;
  since?: string;
}

/** The end of the visit before this one, and notes that the reader is here; undefined for who was never here. */
export function useLastVisit(preferences: Preferences): string | undefined {
  const [since] = useState(() => {
    const now = new Date().toISOString();
    const kept = visitsIn(preferences.part('home')['visits']);
    const passed = kept ? Date.parse(now) - Date.parse(kept.at) : Infinity;
    const before = kept && passed > PAUSE ? kept.at : kept?.since;
    if (passed > STEP) preferences.keep('home', 'visits', { at: now, ...(before !== undefined && { since: before }) });
    return before;
  });
  return since;
}

/** What was kept, if it is whole: anybody may store anything there. */
function visitsIn(kept: unknown): Visits | undefined {
  const { at, since } = (kept ?? {}) as Partial<Record<keyof Visits, unknown>>;
  if (!isMoment(at)) return undefined;
  return { at, ...(isMoment(since) && { since }) };
}

const isMoment = (text: unknown): text is string => typeof text === 'string' && !Number.isNaN(Date.parse(text));
