/** Objects that fit, of which one alone is meant: the first ones by name, and how many there are, however many that is. */
import { Message, type MessageKey, type Values } from '../../core/i18n/messages.js';

/** So many are named: whoever is to choose one reads no more. */
export const MAX_CANDIDATES = 10;

export interface Candidates {
  /** The first ones; one more than are named, where there are more. */
  readonly ids: readonly number[];
  /** How many there are; undefined where there are more, and nobody counted them. */
  readonly count: number | undefined;
}

/**
 * What fits by any of some keys.
 * @param lists the ids that fit by each key, ascending; they may be long, and are not copied
 */
export function candidatesOf(lists: ReadonlyArray<readonly number[]>): Candidates {
  if (lists.length === 1) return { ids: lists[0]!.slice(0, MAX_CANDIDATES + 1), count: lists[0]!.length };
  const ids = new Set<number>();
  let isWhole = true;
  for (const list of lists) {
    isWhole &&= list.length <= MAX_CANDIDATES + 1;
    for (let at = 0; at < list.length && at <= MAX_CANDIDATES; at++) ids.add(list[at]!);
  }
  const first = [...ids].sort((a, b) => a - b);
  return { ids: first.slice(0, MAX_CANDIDATES + 1), count: isWhole ? first.length : undefined };
}

/** What a finding says where more than one object fits. */
interface Ambiguity {
  readonly phrase: Message;
  readonly candidates: readonly number[];
  /** How many fit, where they are more than `candidates` and were counted. */
  readonly fits?: number;
}

export function ambiguity(rule: string, { ids, count }: Candidates): Ambiguity {
  const candidates = ids.slice(0, MAX_CANDIDATES);
  const objects = firstOf(
    candidates.map((id) => `#${id}`),
    ids.length > MAX_CANDIDATES ? count : candidates.length,
  );
  return {
    phrase: new Message('feedAmbiguous', { rule, objects }),
    candidates,
    ...(count !== undefined && count > candidates.length && { fits: count }),
  };
}

/** The first of a list, and how many more there are. `count`: of all; undefined where it is not known. */
export function firstOf(first: readonly string[], count: number | undefined): Values[string] {
  const objects = first.join(', ');
  if (count === undefined) return new Message('feedAndMore', { objects });
  const more = count - first.length;
  return more > 0 ? new Message('feedAndSoManyMore', { objects, count: more }) : objects;
}

const KEY_WORDS: Readonly<Record<string, MessageKey>> = {
  ...{ uuid: 'feedKeyUuid', serial: 'feedKeySerial', mac: 'feedKeyMac', inventory: 'feedKeyInventory' },
  ...{ fqdn: 'feedKeyFqdn', name: 'feedKeyName', host: 'feedKeyHost', ip: 'feedKeyIp', system: 'feedKeySystem' },
};

/** What people call a rule, or a key that it compares. */
export function keyWord(key: string): Values[string] {
  const word = KEY_WORDS[key];
  return word ? new Message(word) : key;
}

/** The same sentence with the names of the objects that it speaks of, behind their ids. */
export function withNames({ key, values }: Message, names: ReadonlyMap<number, string>): Message {
  const { objects } = values;
  if (objects === undefined) return new Message(key, values);
  const named = (text: string): string =>
    text.replace(/#(\d+)/g, (id, number: string) => [id, names.get(Number(number))].filter(Boolean).join(' '));
  const shown = objects instanceof Message ? withNames(objects, names) : named(String(objects));
  return new Message(key, { ...values, objects: shown });
}
