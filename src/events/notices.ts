/**
 * What the feed tells of objects beside their changes: what was found out about one. A notice is an entry of the journal about the
 * object (`AuditEvents.publishAll`), so that who may list the object is told of it, and nobody else; it changes nothing, and no history
 * knows of it.
 */

/** What is told under each topic, by which types of events are named: `meridian.vulnerabilities.opened`. */
export const NOTICES = {
  /** Vulnerabilities that an object did not have before. */
  vulnerabilities: ['opened'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Topic = keyof typeof NOTICES;
export const TOPICS = Object.keys(NOTICES) as Topic[];

type NoticeAction = (typeof NOTICES)[Topic][number];
export const NOTICE_ACTIONS: readonly NoticeAction[] = [...new Set(Object.values(NOTICES).flat())];

export const isTopic = (text: string): text is Topic => Object.hasOwn(NOTICES, text);

/** What a notice says. */
export interface Notice {
  topic: Topic;
  action: NoticeAction;
  /** What was found out. */
  about: Readonly<Record<string, unknown>>;
}

/** Under what the feed keeps notices of objects of a kind: beside changes, among which nobody looks for them. */
export const noticesOf = (topic: Topic, path: string): string => `${topic}/${path}`;

/** The two parts of what an event is kept under: the topic, where it is a notice, and the path of the kind. */
export function kindIn(kept: string): { topic: Topic | undefined; path: string } {
  const [first, path] = kept.split('/') as [string, string?];
  return path === undefined ? { topic: undefined, path: first } : { topic: first as Topic, path };
}
