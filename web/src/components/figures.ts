/** What a plan would do, or a run did, in one line. */
import { ACTIONS, type Run } from '../api/feed.js';
import { t } from '../i18n/index.js';

/** In the order in which people want to know. */
export const SHOWN = [
  ...ACTIONS,
  ...(['unchanged', 'adopted', 'missing', 'kept', 'skipped', 'warnings', 'errors'] as const),
] as const;

/** `3 new, 1 changed`. */
export function inWords(counts: Run['counts']): string {
  if (counts.items === undefined) return '–';
  const told = SHOWN.filter((name) => name !== 'unchanged' && counts[name] > 0);
  if (!told.length) return t('feed.nothing-changes');
  return told.map((name) => t(`feed.told.${name}`, { count: counts[name] })).join(', ');
}
