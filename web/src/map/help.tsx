/** The keys of the map, in a dialog. */
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t, type PlainKey } from '../i18n/index.js';

const KEYS: ReadonlyArray<readonly [keys: readonly string[], does: PlainKey]> = [
  [['/'], 'map.keys.search'],
  [['←', '→', '↑', '↓'], 'map.keys.arrows'],
  [['↵'], 'map.keys.enter'],
  [['+', '−'], 'map.keys.open'],
  [['Del'], 'map.keys.delete'],
  [['i'], 'map.keys.impact'],
  [['p'], 'map.keys.path'],
  [['f'], 'map.keys.fit'],
  [['u', 'd', 'b'], 'map.keys.direction'],
  [['Esc'], 'map.keys.escape'],
  [['?'], 'map.keys.help'],
];

export function Help({ onClose }: { onClose: () => void }): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current!.showModal(), []);
  return (
    <dialog class="map-dialog" ref={dialog} aria-labelledby="map-keys-title" onClose={onClose}>
      <h2 id="map-keys-title">{t('map.keys')}</h2>
      <p class="faint">{t('map.keys.about')}</p>
      <dl>
        {KEYS.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
      <button class="primary" type="button" onClick={() => dialog.current!.close()}>
        {t('map.keys.close')}
      </button>
    </dialog>
  );
}
