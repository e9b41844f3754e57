/** Asks before a changed form is left: by a link, by back and forward, and, in the browser's own words, by closing the tab. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { keepPlace } from './router.js';
import { t } from '../i18n/index.js';
import { Dialog } from '../components/dialog.js';

/** Stands in a form that has something to lose. */
export function Leaving(): VNode | null {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useEffect(() => {
    const end = keepPlace((next) => setLeave(() => next));
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => {
      end();
      removeEventListener('beforeunload', ask);
    };
  }, []);
  if (!leave) return null;
  return (
    <Dialog title={t('leave')} onClose={() => setLeave(null)}>
      <p>{t('leave.about')}</p>
      <div class="form-end">
        <button class="quiet" type="button" onClick={leave}>
          {t('leave.go')}
        </button>
        <button class="primary" type="button" onClick={() => setLeave(null)}>
          {t('leave.stay')}
        </button>
      </div>
    </Dialog>
  );
}
