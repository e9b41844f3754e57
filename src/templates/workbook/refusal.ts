/** Why a workbook is refused, in a form that travels between threads. */
import { Message, type MessageKey, type Values } from '../../core/i18n/messages.js';

/** A sentence by its key; of what is lost `what` is the key of a word. */
export interface Refusal {
  key: MessageKey;
  values: Readonly<Record<string, string | number>>;
}

/** What of a workbook would be lost, or leads out of it. */
export type Lost =
  | 'lostChart'
  | 'lostShape'
  | 'lostPivot'
  | 'lostSlicer'
  | 'lostControl'
  | 'lostMacro'
  | 'lostLink'
  | 'lostData'
  | 'lostObject'
  | 'lostOther';

/** Ends the reading of a workbook at once. */
export class Refused extends Error {
  constructor(
    readonly key: MessageKey,
    readonly values: Refusal['values'] = {},
  ) {
    super(key);
  }
}

export const messageOf = ({ key, values: { what, ...values } }: Refusal): Message =>
  new Message(key, {
    field: 'file',
    ...values,
    ...(what !== undefined && { what: new Message(what as Lost) }),
  } as Values);
