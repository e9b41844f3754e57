/** An answer on its way, refused, or there: what is not the page itself is told the same way everywhere. */
import { ApiError } from 'meridian-client';
import type { VNode } from 'preact';
import type { Answer } from '../api/send.js';
import { t } from '../i18n/index.js';
import { Problem, TryAgain } from './problem.js';
import { sentenceOf } from './sentences.js';

interface AnsweredOptions<T> {
  /** As `useAnswer` gives it. */
  answer: Answer | { failed: unknown } | null;
  again?: () => void;
  /** What is said until it is there, where that is more than “Reading…”. */
  reading?: string;
  /** Draws the body of a success. */
  children: (body: T, answer: Answer) => VNode;
}

export function Answered<T>({ answer, again, reading, children }: AnsweredOptions<T>): VNode {
  if (!answer)
    return (
      <p class="loading" role="status">
        {reading ?? t('answer.reading')}
      </p>
    );
  if ('failed' in answer) return <Unanswered error={answer.failed} {...(again && { again })} />;
  if (answer.status >= 400) return <Problem status={answer.status} body={answer.body} {...(again && { again })} />;
  return children(answer.body as T, answer);
}

interface FailedOptions {
  error: unknown;
  /** Sends the request anew. */
  again?: (() => void) | undefined;
}

/** A request that was not answered, or whose answer was refused: the sentence alone. */
export const Unanswered = ({ error, again }: FailedOptions): VNode => (
  <div class="problem" role="alert">
    <p class="problem-sentence">{sentenceOf(error)}</p>
    {again && <TryAgain again={again} />}
  </div>
);

/** What the client threw: a refusal as `Problem` tells it, or a request that was not answered. */
export const Failed = ({ error, again }: FailedOptions): VNode =>
  error instanceof ApiError ? (
    <Problem status={error.status} body={error.problem} {...(again && { again })} />
  ) : (
    <Unanswered error={error} again={again} />
  );
