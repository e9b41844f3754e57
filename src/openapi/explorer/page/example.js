/** An example: a request that runs with one click, and its answer below. */
import { copyButton, fill, h } from './dom.js';
import { jsonView } from './json-view.js';
import { explain } from './problem.js';
import { curl, readable, send } from './request.js';

/**
 * @param {{ title: string, about?: Array|string, method: string, path: string, body?: unknown }} request
 */
export function example(request) {
  const answer = h('div.answer', { 'aria-live': 'polite' });
  const run = h('button.primary.run', { type: 'button' }, 'Run');
  run.setAttribute('aria-label', `Run: ${request.title}`);
  const go = async () => {
    run.disabled = true;
    answer.setAttribute('aria-busy', 'true');
    try {
      show(answer, await send(request), go);
    } catch (error) {
      fill(answer, h('div.problem', { role: 'alert' }, h('p.problem-sentence', {}, `No answer: ${error.message}`)));
    } finally {
      run.disabled = false;
      answer.removeAttribute('aria-busy');
    }
  };
  run.addEventListener('click', () => void go());
  return h(
    'article.example',
    {},
    h('div.example-words', {}, h('h3', {}, request.title), request.about && h('p', {}, request.about)),
    h(
      'div.request-line',
      {},
      h(`span.method.${request.method.toLowerCase()}`, {}, request.method),
      h('code', {}, readable(request.path)),
      copyButton(() => curl(request), 'Copy as curl'),
      run,
    ),
    request.body !== undefined && h('div.request-body', {}, jsonView(request.body)),
    answer,
  );
}

function show(place, { status, headers, body, took, bytes }, again) {
  const count = Array.isArray(body) ? `${body.length} ${body.length === 1 ? 'object' : 'objects'}` : null;
  const total = headers.get('x-total-count');
  const facts = [
    count,
    total && `${total} in all`,
    `${Math.round(took)} ms`,
    sizeOf(bytes),
    headers.get('etag') && 'tagged',
  ];
  fill(
    place,
    h(
      'p.answer-facts',
      {},
      h(`span.status.${status < 400 ? 'good' : 'bad'}`, {}, String(status)),
      facts.filter(Boolean).join(' · '),
    ),
    explain(status, body, status === 401 ? again : undefined),
    status < 400 && body !== '' && (typeof body === 'string' ? h('pre.json', {}, body) : jsonView(body)),
  );
}

const sizeOf = (bytes) => (bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`);
