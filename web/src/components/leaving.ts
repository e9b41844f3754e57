/** Asks before what somebody typed is lost: on links of the page, and when the window is closed. */
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/index.js';

/** While `isChanged`, leaving asks. */
export function useLeaving(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    const onClick = (event: MouseEvent): void => {
      const link = (event.target as Element).closest('a');
      const staysHere = !link || link.target || new URL(link.href).pathname === location.pathname;
      if (staysHere || confirm(t('leave.ask'))) return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('beforeunload', onUnload);
    // Before whoever follows links.
    document.addEventListener('click', onClick, true);
    return () => {
      removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, true);
    };
  }, [isChanged]);
}
