/** A plan of what a document means for the map: reads top-down, a step each. */
import type { DocumentItem } from '../document/document-item.js';
import { findAbsent, mergeAbsent } from './absent.js';
import { checkCircles } from './circles.js';
import { findDoubles, placeGuesses } from './doubles.js';
import { followPointers } from './follow-pointers.js';
import { findSharedKeys, guardAdoptions, identifyByEnds, identifyByKeys } from './identify.js';
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
  blockUnbelievable(planning);
  if (planning.blocked.length) {
    // Its items are not compared with the map.
    planning.drafts.length = 0;
    return planOf(planning);
  }
  // Which objects are meant. What blocks the plan from here on is shown with all that it would do.
  await findSharedKeys(planning);
  await placeGuesses(planning);
  await identifyByKeys(planning);
  await followPointers(planning);
  await identifyByEnds(planning);
  await findDoubles(planning);
  guardAdoptions(planning);
  // What changes: who is absent, what becomes of those who are there, and of those who are not.
  await findAbsent(planning);
  await mergeDrafts(planning);
  await mergeAbsent(planning);
  // What cannot be, and whatever hangs on it; a link that both of its ends state is added once.
  await checkNames(planning);
  await checkCircles(planning);
  await failDependants(planning);
  await shareLinks(planning);
  return planOf(planning);
}

/** A full feed of nothing, or one that is older than the newest, is not believed unless it is allowed. */
function blockUnbelievable(planning: PlanBuilder): void {
  const { envelope, newestFull, now } = planning.situation;
  if (envelope.mode !== 'full') return;
  const { allow } = planning.options;
  const { there: records, items: itemCount } = planning;
  if (!itemCount && allow.missing === undefined)
    planning.blocked.push({ code: 'empty', missing: records, of: records });
  const observed = Date.parse(envelope.observed_at ?? now);
  if (newestFull !== undefined && observed < Date.parse(newestFull) && !allow.older)
    planning.blocked.push({ code: 'older' });
}
