/** A plan of what a document means for the map: reads top-down, a step each. */
import type { DocumentItem } from '../document/document-item.js';
import { findAbsent, mergeAbsent } from './absent.js';
import { checkCircles } from './circles.js';
import { followPointers } from './follow-pointers.js';
import { findSharedKeys, guardAdoptions, identify } from './identify.js';
import { mergeDrafts, shareLinks } from './merge-drafts.js';
import { checkNames } from './names.js';
import type { FeedPlan } from './changes.js';
import { PlanBuilder, type Situation } from './planning.js';
import { readDocument } from './read-document.js';
import { failDependants, planOf } from './result.js';

/**
 * Works out what would be stored. Everything that is wrong is found, not the first alone; nothing is written.
 * @param situation the document without its items, the map, and the settings of all sources
 * @param items the items, in their order
 * @throws ApiError 413 for more pointers, or more of anything, than a plan may hold; 429 or 503 where other plans leave no room
 *   (`PlanCost.room`)
 */
export async function makePlan(situation: Situation, items: readonly DocumentItem[]): Promise<FeedPlan> {
  const planning = new PlanBuilder(situation);
  for (const phrase of situation.leftOut ?? []) planning.find('note', 'left-out', undefined, phrase);
  await readDocument(planning, items);
  if (!isBelievable(planning)) {
    // None of it is examined.
    planning.drafts.length = 0;
    return planOf(planning);
  }
  await findSharedKeys(planning);
  await identify(planning, false);
  await followPointers(planning);
  await identify(planning, true);
  guardAdoptions(planning);
  await findAbsent(planning);
  await mergeDrafts(planning);
  await mergeAbsent(planning);
  await checkNames(planning);
  await checkCircles(planning);
  await failDependants(planning);
  await shareLinks(planning);
  return planOf(planning);
}

/** A full feed of nothing, or one that is older than the newest, is not believed unless it is allowed. */
function isBelievable(planning: PlanBuilder): boolean {
  const { envelope, newestFull, now } = planning.situation;
  if (envelope.mode !== 'full') return true;
  const { allow } = planning.options;
  const { there } = planning;
  if (!planning.items && allow.missing === undefined)
    planning.blocked.push({ code: 'empty', missing: there, of: there });
  const observed = Date.parse(envelope.observed_at ?? now);
  if (newestFull !== undefined && observed < Date.parse(newestFull) && !allow.older)
    planning.blocked.push({ code: 'older' });
  return !planning.blocked.length;
}
