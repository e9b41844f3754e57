/** An example: a request that runs with one click, and its answer below. */
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { curl, readable, send, type Answer, type Request } from '../api/send.js';
import { Unanswered } from '../components/answered.js';
import { Json } from '../components/json.js';
import { Problem } from '../components/problem.js';
import { CopyButton } from '../components/text.js';
import { language, t } from '../i18n/index.js';

export interface ExampleRequest extends Request {
  title: string;
  about?: ComponentChildren;
  /** Whether the title is of the API's document, which is in English. */
  isTold?: boolean;
}

/** The request with its answer, once it has run. */
export function Example({ request }: { request: ExampleRequest }): VNode {
  const { title, about, method, path, body, isTold = false } = request;
  const [answer, setAnswer] = useState<Answer | { failed: unknown } | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      setAnswer(await send(request));
    } catch (failed) {
      setAnswer({ failed });
    } finally {
      setBusy(false);
    }
  };
  return (
    <article class="example">
      <div class="example-words">
        <h3 lang={isTold ? 'en' : undefined}>{title}</h3>
        {about && <p>{about}</p>}
      </div>
      <div class="request-line">
        <span class={`method ${method.toLowerCase()}`}>{method}</span>
        <code>{readable(path)}</code>
        <CopyButton text={() => curl(request)} label={t('copy.curl')} />
        <button
          class="primary run"
          type="button"
          aria-label={t('example.run-this', { title })}
          disabled={busy}
          onClick={() => void run()}
        >
          {t('example.run')}
        </button>
      </div>
      {body !== undefined && (
        <div class="request-body">
          <Json value={body} label={t('request.body')} />
        </div>
      )}
      <div class="answer" aria-live="polite" aria-busy={busy}>
        {answer &&
          ('failed' in answer ? <Unanswered error={answer.failed} /> : <Shown {...answer} again={() => void run()} />)}
      </div>
    </article>
  );
}

function Shown({ status, body, total, tag, took, bytes, again }: Answer & { again: () => void }): VNode {
  const facts = [
    Array.isArray(body) && t('answer.objects', { count: body.length }),
    total !== null && t('answer.total', { count: Number(total) }),
    t('answer.time', { milliseconds: Math.round(took) }),
    sizeOf(bytes),
    tag !== null && t('answer.tagged'),
  ];
  const isGood = status < 400;
  return (
    <>
      <p class="answer-facts">
        <span class={`status ${isGood ? 'good' : 'bad'}`}>{status}</span>
        {facts.filter(Boolean).join(' · ')}
      </p>
      {!isGood && <Problem status={status} body={body} {...(status === 401 && { again })} />}
      {isGood &&
        body !== '' &&
        (typeof body === 'string' ? <pre class="json">{body}</pre> : <Json value={body} label={t('answer')} />)}
    </>
  );
}

function sizeOf(bytes: number): string {
  if (bytes < 1000) return t('answer.bytes', { count: bytes });
  const kilobytes = (bytes / 1000).toLocaleString(language.get(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return t('answer.kilobytes', { kilobytes });
}
