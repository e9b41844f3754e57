/** Who printed a page, and when: on paper alone. */
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { session } from '../api/session.js';
import { locale, t } from '../i18n/index.js';

/** The sentence, as of now. */
export const printedBy = (): string =>
  t('print.by', {
    name: session.get()?.name ?? session.get()?.login ?? '',
    moment: new Date().toLocaleString(locale(), { dateStyle: 'long', timeStyle: 'short' }),
  });

/** It is written when the browser prints: the page may have stood on the screen for hours. */
export function PrintedBy(): VNode {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const fill = (): void => void (place.current!.textContent = printedBy());
    addEventListener('beforeprint', fill);
    return () => removeEventListener('beforeprint', fill);
  }, []);
  return <p class="for-paper printed" ref={place} />;
}
