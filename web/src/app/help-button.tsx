/** The help of the page that is shown: two sentences, and the way to its part of the documentation. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t, withTexts } from '../i18n/index.js';
import { useStore } from '../store.js';
import type { helpOf as HelpOf } from './help.js';
import { place } from './router.js';

export function HelpButton(): VNode {
  const { path } = useStore(place);
  const details = useRef<HTMLDetailsElement>(null);
  // Fetched with its sentences, once somebody wants it.
  const [helpOf, setHelpOf] = useState<typeof HelpOf | null>(null);
  const shown = helpOf?.(path);
  const close = (): void => {
    if (details.current) details.current.open = false;
  };
  useEffect(close, [path]);
  useEffect(() => {
    const look = ({ target }: Event): void => void (details.current?.contains(target as Node) || close());
    document.addEventListener('click', look);
    return () => document.removeEventListener('click', look);
  }, []);
  return (
    <details
      class="help"
      ref={details}
      onToggle={() => void withTexts(import('./help.js'), 'later').then((module) => setHelpOf(() => module.helpOf))}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !details.current!.open) return;
        close();
        details.current!.querySelector('summary')!.focus();
      }}
    >
      <summary class="icon-button">
        <span class="visually-hidden">{t('help')}</span>
        <span aria-hidden="true">?</span>
      </summary>
      <div class="help-card card">
        {shown && (
          <>
            <p>{shown.text}</p>
            <a href={shown.href} onClick={close}>
              {t('help.more')}
            </a>
          </>
        )}
      </div>
    </details>
  );
}
