/**
 * The keys that go to the search of a page: `/` from wherever nobody types, Ctrl+K or ⌘K from everywhere. An open window is closed
 * for that, unless something was typed there.
 */
import { useEffect, useRef } from 'preact/hooks';

/** Calls `go` whenever one of them is pressed; null leaves the keys alone. */
export function useSlash(go: (() => void) | null): void {
  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (event.defaultPrevented || altKey || !latest.current) return;
      if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !shiftKey) {
        event.preventDefault();
        const windows = openWindows();
        if (windows.some(hasTyping)) return;
        for (const one of windows) one.dispatchEvent(new Event('cancel', { cancelable: true }));
        // A window gives the focus back where it was, when it is taken away.
        if (windows.length) requestAnimationFrame(() => latest.current?.());
        else latest.current();
        return;
      }
      if (key !== '/' || ctrlKey || metaKey) return;
      if ((event.target as Element).closest('input, textarea, select, dialog, [contenteditable]')) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}

/** What stands above the page, the uppermost first. */
const openWindows = (): HTMLDialogElement[] =>
  [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].reverse();

/** Whether there is something in it that would be lost. */
const hasTyping = (dialog: HTMLElement): boolean =>
  [...dialog.querySelectorAll<HTMLInputElement>('input, textarea, select')].some((one) =>
    one.type === 'checkbox' || one.type === 'radio' ? one.checked : one.value !== '',
  ) || [...dialog.querySelectorAll('[contenteditable]')].some((one) => one.textContent !== '');
