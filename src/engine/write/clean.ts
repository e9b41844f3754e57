/** Cleans the texts of large bodies beforehand: within a write it would hold up everybody. */
import { Problems } from '../../core/http/errors.js';
import { cleanInThread } from '../../core/text/cleaner.js';
import type { Plan } from '../plan/plan.js';
import { excess } from '../plan/rules.js';

/** Characters of texts with markup that are cleaned on the way, which takes a moment at most. */
const MAX_INLINE_CHARS = 65_536;

/** For each body its cleaned texts, by the names of their fields. */
export type Cleaned = ReadonlyArray<ReadonlyMap<string, string>>;

type Body = Readonly<Record<string, unknown>>;

/** The cleaned texts of some bodies; undefined where they are so short that it is done when their values are read. */
export async function cleanedIn(bodies: readonly Body[], plan: Plan): Promise<Cleaned | undefined> {
  if (!exceeds(bodies, MAX_INLINE_CHARS)) return undefined;
  const texts: string[] = [];
  const takers: Array<(clean: string) => void> = [];
  const cleaned = bodies.map((body) => {
    const ofBody = new Map<string, string>();
    plan.names.visit(
      plan.names.read(body, '', new Problems()).body,
      (value, field) => {
        if (field.kind !== 'html' || !isMarked(value) || field.hidden || excess(value, field)) return;
        texts.push(value.trim());
        takers.push((clean) => ofBody.set(field.name, clean));
      },
      () => undefined,
    );
    return ofBody;
  });
  (await cleanInThread(texts)).forEach((clean, i) => takers[i]!(clean));
  return cleaned;
}

const isMarked = (value: unknown): value is string => typeof value === 'string' && value.includes('<');

function exceeds(bodies: readonly Body[], most: number): boolean {
  let characters = 0;
  for (const body of bodies) {
    for (const name in body) {
      const value = body[name];
      if (isMarked(value)) characters += value.length;
    }
    if (characters > most) return true;
  }
  return false;
}
