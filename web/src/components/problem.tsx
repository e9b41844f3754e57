/** Errors that explain themselves: the sentence of the answer, its fields, and what to do about it. */
import type { Problem as ProblemBody, WrongCell } from 'meridian-client';
import type { VNode } from 'preact';
import { t, type TextKey } from '../i18n/index.js';
import { titleIn, typeset, withRights, withTitles, type FieldTitles } from './sentences.js';
import { openSignIn } from './sign-in.js';

const ADVICE: Readonly<Record<number, TextKey & `advice.${number}`>> = {
  400: 'advice.400',
  403: 'advice.403',
  404: 'advice.404',
  409: 'advice.409',
  412: 'advice.412',
  415: 'advice.415',
  422: 'advice.422',
  429: 'advice.429',
  503: 'advice.503',
};

interface ProblemOptions {
  status: number;
  body: unknown;
  /** Sends the request anew: once somebody signed in, or where it may pass another time. */
  again?: () => void;
  /** What the page calls the fields that were sent; others go by their names. */
  titles?: FieldTitles;
  /** What to do about it, where the page knows better than the status tells. */
  advice?: string;
}

/** Explains an answer that is no success. */
export function Problem({ status, body, again, titles = {}, advice }: ProblemOptions): VNode {
  const problem = (typeof body === 'object' && body !== null ? body : {}) as ProblemBody;
  const title = typeof problem['title'] === 'string' ? problem['title'] : '';
  const sentence = problem.message ?? t('server.answered', { status: String(status) });
  const errors = problem.errors && !Array.isArray(problem.errors) ? problem.errors : null;
  // A name that was taken meanwhile is told by the sentence alone; what changed meanwhile is told by its names.
  const changed = Array.isArray(problem['changed']) ? (problem['changed'] as string[]) : null;
  const fields = changed ?? Object.keys(errors ?? (status === 409 ? titles : {}));
  return (
    <div class="problem" role="alert">
      <p class="problem-sentence">
        <span class="status bad">{`${status} ${title}`.trim()}</span>
        {status === 403 ? withRights(sentence) : withTitles(sentence, fields, titles)}
      </p>
      {Array.isArray(problem.errors) ? (
        <Cells cells={problem.errors} />
      ) : (
        errors && <Fields errors={errors} titles={titles} />
      )}
      <p class="problem-advice">
        {status === 401 ? <SignInFirst again={again} /> : (advice ?? adviceFor(status, problem))}
      </p>
      {again && mayPass(status) && <TryAgain again={again} />}
    </div>
  );
}

/** Whether the same request may be answered another time: what it asks for is not what is wrong. */
const mayPass = (status: number): boolean => status >= 500 || status === 408 || status === 409 || status === 429;

/** Sends the request anew. */
export const TryAgain = ({ again }: { again: () => void }): VNode => (
  <button class="small-button" type="button" onClick={again}>
    {t('again')}
  </button>
);

function Fields({ errors, titles }: { errors: Record<string, string[]>; titles: FieldTitles }): VNode {
  return (
    <dl class="problem-fields">
      {Object.entries(errors).map(([field, sentences]) => (
        <div>
          <dt>{titleIn(titles, field) ?? <code>{field}</code>}</dt>
          {sentences.map((sentence) => (
            <dd>{withTitles(sentence, [field], titles)}</dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

/** Cells of a file that are told one by one. */
const MAX_CELLS = 25;

function Cells({ cells }: { cells: readonly WrongCell[] }): VNode {
  return (
    <>
      <dl class="problem-fields">
        {cells.slice(0, MAX_CELLS).map(({ row, column, message }) => (
          <div key={`${row} ${column} ${message}`}>
            <dt>{t('problem.cell', { row, column })}</dt>
            <dd>{typeset(message)}</dd>
          </div>
        ))}
      </dl>
      {cells.length > MAX_CELLS && <p>{t('problem.cells', { count: cells.length - MAX_CELLS })}</p>}
    </>
  );
}

function SignInFirst({ again }: { again: (() => void) | undefined }): VNode {
  return (
    <>
      <button class="link-button" type="button" onClick={() => openSignIn(again)}>
        {t('sign-in')}
      </button>
      {again ? t('advice.again') : t('advice.then')}
    </>
  );
}

function adviceFor(status: number, { traceId, setting, changed }: ProblemBody): string {
  // What was changed since stands in the sentence: sending it again changes nothing.
  if (changed !== undefined) return '';
  // The setting of a source stands in the way, no right: the sentence says who changes it.
  if (setting !== undefined) return '';
  const key = ADVICE[status];
  if (key) return t(key);
  return traceId ? t('advice.log', { trace: traceId }) : '';
}
