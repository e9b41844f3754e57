/** Errors that explain themselves: the sentence of the answer, its fields, and what to do about it. */
import type { Problem as ProblemBody } from 'meridian-client';
import type { VNode } from 'preact';
import { t, type TextKey } from '../i18n/index.js';
import { typeset, withRights } from './sentences.js';
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

/** Explains an answer that is no success; `again` sends the request anew once somebody signed in. */
export function Problem({ status, body, again }: { status: number; body: unknown; again?: () => void }): VNode {
  const problem = (typeof body === 'object' && body !== null ? body : {}) as ProblemBody;
  const title = typeof problem['title'] === 'string' ? problem['title'] : '';
  const sentence = problem.message ?? t('server.answered', { status: String(status) });
  return (
    <div class="problem" role="alert">
      <p class="problem-sentence">
        <span class="status bad">{`${status} ${title}`.trim()}</span>
        {status === 403 ? withRights(sentence) : typeset(sentence)}
      </p>
      {problem.errors && !Array.isArray(problem.errors) && <Fields errors={problem.errors} />}
      <p class="problem-advice">{status === 401 ? <SignInFirst again={again} /> : adviceFor(status, problem)}</p>
    </div>
  );
}

function Fields({ errors }: { errors: Record<string, string[]> }): VNode {
  return (
    <dl class="problem-fields">
      {Object.entries(errors).map(([field, sentences]) => (
        <div>
          <dt>
            <code>{field}</code>
          </dt>
          {sentences.map((sentence) => (
            <dd>{sentence}</dd>
          ))}
        </div>
      ))}
    </dl>
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

function adviceFor(status: number, { traceId }: ProblemBody): string {
  const key = ADVICE[status];
  if (key) return t(key);
  return traceId ? t('advice.log', { trace: traceId }) : '';
}
