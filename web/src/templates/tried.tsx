/** What a template makes of its first objects, asked for anew as somebody types. */
import { ApiError } from 'meridian-client';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { readBeginning } from '../api/download.js';
import { TEMPLATES, type Template } from '../api/templates.js';
import { Failed } from '../components/answered.js';
import { language, t } from '../i18n/index.js';
import { useStore } from '../store.js';

/** What is tried: as the API takes it. */
export type TriedTemplate = Pick<Template, 'type' | 'query' | 'report' | 'filter' | 'sort' | 'include'> & {
  body: string;
};

/** The text, or why there is none. */
export type Tried = { text: string; isWhole: boolean } | { failed: unknown };

/** Milliseconds after the last change until it is tried. */
const REST = 400;
/** Bytes that are shown. */
const MOST = 20_000;

/** What came of it; the former one stays until the next is there. Nothing is asked while `template` is null. */
export function useTried(template: TriedTemplate | null): Tried | null {
  const [tried, setTried] = useState<Tried | null>(null);
  const spoken = useStore(language);
  const asked = template && JSON.stringify(template);
  useEffect(() => {
    if (asked === null) return setTried(null);
    const ending = new AbortController();
    const ask = (): void =>
      void readBeginning(`${TEMPLATES}/try`, MOST, ending.signal, JSON.parse(asked)).then(
        setTried,
        (failed: unknown) => {
          if (!ending.signal.aborted) setTried({ failed });
        },
      );
    const timer = setTimeout(ask, REST);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [asked, spoken]);
  return tried;
}

/** What is wrong with the text itself, in the server's words; undefined where it is something else. */
export function faultOf(tried: Tried | null): string | undefined {
  if (!tried || !('failed' in tried) || !(tried.failed instanceof ApiError)) return undefined;
  const { errors } = tried.failed.problem;
  return errors && !Array.isArray(errors) ? errors['body']?.[0] : undefined;
}

/** The line that a sentence names, from 1 on: “…at line 2, column 5: …”, “…à la ligne 2, colonne 5 : …”. */
export function lineIn(sentence: string | undefined): number | undefined {
  const found = /\b(?:line|ligne) (\d+), col/.exec(sentence ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
}

/** The first lines of the file. */
export function Preview({ tried }: { tried: Tried | null }): VNode {
  if (!tried)
    return (
      <p class="loading" role="status">
        {t('answer.reading')}
      </p>
    );
  if ('failed' in tried)
    return faultOf(tried) === undefined ? (
      <Failed error={tried.failed} />
    ) : (
      <p class="faint">{t('templates.preview.waits')}</p>
    );
  return (
    <>
      <pre class="template-file" tabIndex={0} aria-label={t('templates.preview')}>
        {tried.text}
      </pre>
      <p class="faint">{tried.text === '' ? t('templates.preview.empty') : t('templates.preview.about')}</p>
    </>
  );
}
