/** Compares an answer of ours with the recorded one. */
import type { TestAnswer } from '../support/server.js';
import { isObject, type Recorded } from './recorded.js';

/** One place where the two differ. Keys that only ours has are no difference: changes are additive (contract 1). */
export interface Difference {
  /** `status`, `type`, or a place in the body such as `body.data.name`. */
  place: string;
  recorded: unknown;
  ours: unknown;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
/** Rows that were there before keep their times; those of the recording have times of their own. */
const RECORDED_AT = '2026-11-21';

export function compare({ response }: Recorded, answer: TestAnswer): Difference[] {
  const found: Difference[] = [];
  const note = (place: string, recorded: unknown, ours: unknown): void => void found.push({ place, recorded, ours });
  if (response.status !== answer.status) note('status', response.status, answer.status);
  const type = response.headers['content-type']?.split(';')[0];
  const ourType = answer.headers.get('content-type')?.split(';')[0];
  if (type && type !== ourType) note('type', type, ourType);
  compareValues('body', rawOf(response.body), answer.body, note);
  return found;
}

/** A body that was no JSON was written down as `{"__raw": text}`. */
const rawOf = (body: unknown): unknown => (isObject(body) && '__raw' in body ? body['__raw'] : body);

type Note = (place: string, recorded: unknown, ours: unknown) => void;

function compareValues(place: string, recorded: unknown, ours: unknown, note: Note): void {
  if (isObject(recorded) && '__jwt' in recorded) {
    if (typeof ours !== 'string' || ours.split('.').length !== 3) note(place, 'a token', ours);
  } else if (isObject(recorded) && isObject(ours)) {
    for (const [key, value] of Object.entries(recorded)) {
      if (key in ours) compareValues(`${place}.${key}`, value, ours[key], note);
      else note(`${place}.${key}`, value, undefined);
    }
  } else if (Array.isArray(recorded) && Array.isArray(ours)) compareLists(place, recorded, ours, note);
  else if (!isSame(recorded, ours)) note(place, recorded, ours);
}

/** Objects are compared by id, since recorded lists were cut short; other lists value by value. */
function compareLists(place: string, recorded: unknown[], ours: unknown[], note: Note): void {
  if (recorded.length && recorded.every(isObject)) {
    for (const object of recorded) {
      const mine = ours.find((other) => isObject(other) && other['id'] === object['id']);
      compareValues(`${place}[]`, object, mine, note);
    }
  } else if (JSON.stringify(recorded) !== JSON.stringify(ours)) note(place, recorded, ours);
}

function isSame(recorded: unknown, ours: unknown): boolean {
  if (recorded === ours) return true;
  const isRecent = typeof recorded === 'string' && MOMENT.test(recorded) && recorded >= RECORDED_AT;
  return isRecent && typeof ours === 'string' && MOMENT.test(ours);
}
