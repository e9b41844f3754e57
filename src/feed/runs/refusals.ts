/** Why nothing of a plan is stored. What stands beside the sentence depends on who reads it: the controller adds that (`with`). */
import { ApiError, DetailedError } from '../../core/http/errors.js';
import { Message, type MessageKey } from '../../core/i18n/messages.js';
import type { Moved } from '../apply/moves.js';
import type { Blocked, FeedPlan } from '../plan/changes.js';
import type { RunRow } from './runs.js';

/** A refusal whose details are still to be chosen for its reader. */
abstract class Refusal extends ApiError {
  with(beside: object): DetailedError {
    return new DetailedError(this.status, this.phrase, {}, beside);
  }
}

const WHY: Readonly<Record<Blocked['code'], MessageKey>> = {
  'missing-guard': 'feedTooManyMissing',
  adopted: 'feedTooManyAdopted',
  ...{ empty: 'feedHasNothing', older: 'feedIsOlder', errors: 'feedHasErrors' },
};

/** Why nothing of a plan can be applied, as a sentence. */
export function blockedPhrase(blocked: readonly Blocked[]): Message {
  const { code, ...values } = blocked[0]!;
  return new Message(WHY[code], values);
}

/** 422 for a plan that cannot be applied. */
export const blockedError = (blocked: readonly Blocked[]): ApiError =>
  new DetailedError(422, blockedPhrase(blocked), {}, { blocked });

/** A run that nothing was stored of. */
export class RefusedRun extends Refusal {
  constructor(
    readonly run: RunRow,
    readonly plan: FeedPlan,
  ) {
    super(422, blockedPhrase(plan.blocked));
  }
}

/** A plan that the map has left behind. */
export class MovedPlan extends Refusal {
  constructor(
    readonly moved: readonly Moved[],
    phrase = movedPhrase(moved),
  ) {
    super(409, phrase);
  }
}

function movedPhrase(moved: readonly Moved[]): Message {
  // What is of the source is compared before anything else, and stands alone.
  if (moved[0]?.type === 'feed/sources')
    return new Message(moved[0].field === 'settings' ? 'feedSettingsMoved' : 'feedScopeMoved');
  return moved.length === 1 ? new Message('feedMovedOne') : new Message('feedMoved', { count: moved.length });
}
