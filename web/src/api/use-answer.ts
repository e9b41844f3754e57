/** Answers that a page shows, asked for anew whenever the request is another one. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { language } from '../i18n/index.js';
import { useStore } from '../store.js';
import { send, type Answer } from './send.js';
import { session } from './session.js';

/** The answer to a GET of `path`, none while that is null; the former one stays until the next is there. `again` asks once more. */
export function useAnswer(path: string | null): { answer: Answer | { failed: unknown } | null; again: () => void } {
  const [answer, setAnswer] = useState<Answer | { failed: unknown } | null>(null);
  const [turn, setTurn] = useState(0);
  const sessionId = useStore(session)?.id;
  const spoken = useStore(language);
  useEffect(() => {
    let isWanted = true;
    // While somebody signs in again, what was there stays.
    const isLast = (next: Answer | { failed: unknown }): boolean =>
      isWanted && !('status' in next && next.status === 401);
    const take = (next: Answer | { failed: unknown }): void => void (isLast(next) && setAnswer(next));
    if (sessionId !== undefined && path !== null)
      send({ method: 'GET', path }).then(take, (failed: unknown) => take({ failed }));
    return () => void (isWanted = false);
  }, [path, sessionId, turn]);
  const again = (): void => setTurn((count) => count + 1);
  // A refusal says its sentence in the language that is chosen now.
  const told = useRef(spoken);
  useEffect(() => {
    if (told.current !== spoken && answer && 'status' in answer && answer.status >= 400) again();
    told.current = spoken;
  }, [spoken]);
  return { answer, again };
}

/** How many objects there are in all, as the answer to a request for some says; undefined until it is known. */
export const totalOf = (answer: Answer | { failed: unknown } | null): number | undefined =>
  answer && 'status' in answer && answer.total !== null ? Number(answer.total) : undefined;
