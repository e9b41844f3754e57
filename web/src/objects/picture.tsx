/**
 * What lies around an object, as the server draws it. The picture is asked for in the language of the page, with the
 * sentence of a refusal, and stands in the page as an image: nothing within it can run.
 */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { send } from '../api/send.js';
import { session } from '../api/session.js';
import { theme } from '../app/theme.js';
import { sentenceOf } from '../components/sentences.js';
import { language, t } from '../i18n/index.js';
import { useStore } from '../store.js';

export function Picture({ kind, id, name }: { kind: string; id: number; name: string }): VNode {
  const [picture, setPicture] = useState<{ source: string } | { problem: string } | null>(null);
  const [whole, setWhole] = useState(false);
  const sessionId = useStore(session)?.id;
  const ground = useStore(theme);
  const spoken = useStore(language);
  useEffect(() => {
    let isWanted = true;
    const read = async (): Promise<{ source: string } | { problem: string }> => {
      const path = `/api/graph/pictures/object?of=${kind}_${id}&depth=1&links=none&theme=${ground}`;
      const { status, body } = await send({ method: 'GET', path });
      if (status < 400 && typeof body === 'string')
        return { source: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(body)}` };
      const { message } = body as { message?: string };
      return { problem: message ?? t('server.answered', { status: String(status) }) };
    };
    const take = (next: { source: string } | { problem: string }): void => void (isWanted && setPicture(next));
    if (sessionId !== undefined) read().then(take, (failed: unknown) => take({ problem: sentenceOf(failed) }));
    return () => void (isWanted = false);
  }, [kind, id, sessionId, ground, spoken]);
  return (
    <section class="part" aria-labelledby="picture">
      <h2 id="picture">{t('picture.title')}</h2>
      {!picture && (
        <p class="loading" role="status">
          {t('picture.reading')}
        </p>
      )}
      {picture && 'problem' in picture && <p class="faint">{picture.problem}</p>}
      {picture && 'source' in picture && (
        <>
          <div class={whole ? 'picture natural' : 'picture'} tabIndex={0} role="region" aria-label={t('picture.title')}>
            <img src={picture.source} alt={t('picture.of', { name })} />
          </div>
          <button class="small-button" type="button" aria-pressed={whole} onClick={() => setWhole(!whole)}>
            {t('picture.natural')}
          </button>{' '}
          <a href={`/map?node=${kind}_${id}`}>{t('picture.explore')}</a>
        </>
      )}
    </section>
  );
}
