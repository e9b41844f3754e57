/** Opens the window that makes a check; it is fetched once somebody wants it. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { t, withTexts } from '../i18n/index.js';
import type { MakeCheckOptions } from './make-check.js';
import type MakeCheck from './make-check.js';

export function MakeCheckOpener(options: Omit<MakeCheckOptions, 'onClose'>): VNode {
  const [Window, setWindow] = useState<typeof MakeCheck | null>(null);
  const open = (): void =>
    void withTexts(import('./make-check.js'), 'later').then((module) => setWindow(() => module.default));
  return (
    <p class="for-screen">
      <button class="quiet" type="button" onClick={open}>
        {t('checks.make')}
      </button>
      {Window && <Window {...options} onClose={() => setWindow(null)} />}
    </p>
  );
}
