/** A part of a page that is read by itself: until it is there it says so, and where it fails it says why. */
import type { ComponentChildren, VNode } from 'preact';
import { useAnswer } from '../api/use-answer.js';
import { t } from '../i18n/index.js';
import { Problem } from './problem.js';
import { sentenceOf } from './sign-in.js';

interface PartOptions<T> {
  /** The request; the part is drawn from what it answers. */
  path: string;
  children: (body: T) => ComponentChildren;
}

/** `T` is what the request answers, of which nothing is checked. */
export function Read<T>({ path, children }: PartOptions<T>): VNode {
  const { answer, again } = useAnswer(path);
  if (!answer)
    return (
      <p class="loading" role="status">
        {t('part.reading')}
      </p>
    );
  if ('failed' in answer)
    return (
      <div class="problem" role="alert">
        <p class="problem-sentence">{sentenceOf(answer.failed)}</p>
      </div>
    );
  if (answer.status >= 400) return <Problem status={answer.status} body={answer.body} again={again} />;
  return <>{children(answer.body as T)}</>;
}
