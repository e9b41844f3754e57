/** The key `/`, which goes to the search of a page from wherever nobody types. */
import { useEffect, useRef } from 'preact/hooks';

/** Calls `go` whenever `/` is pressed outside of fields; null leaves the key alone. */
export function useSlash(go: (() => void) | null): void {
  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (key !== '/' || ctrlKey || metaKey || altKey || event.defaultPrevented || !latest.current) return;
      if ((event.target as Element).closest('input, textarea, select, dialog, [contenteditable]')) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}
