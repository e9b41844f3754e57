/** Errors that explain themselves: the sentence of the answer, its fields, and what to do about it. */
import { h } from './dom.js';
import { openSignIn } from './sign-in.js';

const ADVICE = {
  400: 'The sentence names the parameter that is wrong and what is allowed in its place.',
  403: 'You are signed in, but this right is missing. An administrator gives rights through roles.',
  404: 'Nothing is there, or it was deleted. A list shows which ids there are.',
  409: 'Somebody was faster. Read the object again, then decide.',
  412: 'Somebody changed the object since you read it. Read it again and send the new tag.',
  415: 'Send JSON or a form.',
  422: 'Nothing was stored. Correct what is named and send it again.',
  429: 'Wait a little, then try again.',
  503: 'The server or its database is busy or away. Try again soon.',
};

/** What explains an answer that is no success; null for one that is. */
export function explain(status, body, again) {
  if (status < 400) return null;
  const sentence = body?.message ?? `The server answered ${status}.`;
  return h(
    'div.problem',
    { role: 'alert' },
    h('p.problem-sentence', {}, h('span.status.bad', {}, `${status} ${body?.title ?? ''}`.trim()), sentence),
    fieldsOf(body?.errors),
    h('p.problem-advice', {}, ...adviceFor(status, body, again)),
  );
}

function fieldsOf(errors) {
  if (!errors) return null;
  return h(
    'dl.problem-fields',
    {},
    Object.entries(errors).map(([field, sentences]) =>
      h(
        'div',
        {},
        h('dt', {}, h('code', {}, field)),
        sentences.map((sentence) => h('dd', {}, sentence)),
      ),
    ),
  );
}

function adviceFor(status, body, again) {
  if (status !== 401) return [ADVICE[status] ?? (body?.traceId ? `The log tells more under ${body.traceId}.` : '')];
  const button = h('button.link-button', { type: 'button', onclick: () => openSignIn(again) }, 'Sign in');
  return [button, again ? ' and the request is sent again.' : ', then send it again.'];
}
