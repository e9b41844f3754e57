/** What is no longer as a plan showed it. */
import { Message } from '../../core/i18n/messages.js';
import type { Change } from '../plan/changes.js';
import { storedMessage, type StoredMessage } from '../store/stored-message.js';

/** One thing that has moved; no field: the object as a whole. */
export interface Moved {
  readonly type: string;
  readonly id: number | null;
  readonly name: string;
  readonly field: string | null;
  readonly expected: unknown;
  readonly stored: unknown;
  /** The rule of the map that refuses it now. */
  readonly phrase?: StoredMessage;
}

/** So many are told where nothing else is said. */
const MOST = 100;

/** Collects what has moved. */
export class Moves {
  readonly list: Moved[] = [];

  constructor(private readonly most = MOST) {}

  get any(): boolean {
    return this.list.length > 0;
  }

  get isFull(): boolean {
    return this.list.length >= this.most;
  }

  /** `stored`: what is there now, or the sentence of the rule that refuses it. */
  add(
    { type, id, name }: Pick<Change, 'type' | 'id' | 'name'>,
    field: string | null,
    expected: unknown,
    stored: unknown | Message,
  ): void {
    if (this.isFull) return;
    const said = stored instanceof Message ? { stored: null, phrase: storedMessage(stored) } : { stored };
    this.list.push({ type, id: id ?? null, name, field, expected, ...said });
  }
}
