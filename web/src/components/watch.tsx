/** A star that watches what stands at an address: what changes of it comes in letters. Nothing where the server sends none. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { askForLetters, letters, watch, watchOf } from '../api/letters.js';
import type { MapOfKinds } from '../api/map.js';
import { t } from '../i18n/index.js';
import { useStore } from '../store.js';
import { Problem } from './problem.js';

/** Characters of a name. */
const MAX_NAME = 190;

export function WatchButton({ map, href, name }: { map: MapOfKinds; href: string; name: string }): VNode | null {
  const own = useStore(letters);
  const [refused, setRefused] = useState<{ status: number; body: unknown } | null>(null);
  useEffect(() => askForLetters(map), [map]);
  if (!own?.available) return null;
  const isWatched = watchOf(own, href) !== undefined;
  const change = async (): Promise<void> => {
    const { status, body } = await watch(href, name.slice(0, MAX_NAME), !isWatched);
    setRefused(status < 400 ? null : { status, body });
  };
  return (
    <>
      <button
        class="quiet"
        type="button"
        aria-pressed={isWatched}
        title={t(own.every === 'none' ? 'watch.about.none' : 'watch.about')}
        onClick={() => void change()}
      >
        <span aria-hidden="true">{isWatched ? '★' : '☆'}</span> {t('watch')}
      </button>
      {refused && <Problem {...refused} />}
    </>
  );
}
