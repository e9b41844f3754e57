/** A field that holds one thing: until it does, it finds one. */
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Picker, type Choice } from '../components/picker.js';
import { t } from '../i18n/index.js';

interface PickOneOptions<C extends Choice> {
  label: string;
  /** The name of what it holds; null if that is nothing. */
  chosen: string | null;
  find: (text: string, signal: AbortSignal) => Promise<readonly C[]>;
  onPick: (choice: C) => void;
  onClear: () => void;
}

export function PickOne<C extends Choice>({ label, chosen, find, onPick, onClear }: PickOneOptions<C>): VNode {
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(chosen);
  useEffect(() => {
    // What had the focus goes away with the change; what takes its place gets it.
    if (
      (shown.current === null) !== (chosen === null) &&
      (document.activeElement === document.body || !document.activeElement)
    )
      box.current!.querySelector<HTMLElement>('button, input')?.focus();
    shown.current = chosen;
  }, [chosen]);
  return (
    <div class="admin-field" ref={box}>
      <span class="admin-label">{label}</span>
      {chosen === null ? (
        <Picker label={label} find={find} onPick={onPick} />
      ) : (
        <span class="admin-chosen">
          <span>{chosen}</span>
          <button type="button" aria-label={t('admin.clear', { name: chosen })} onClick={onClear}>
            ×
          </button>
        </span>
      )}
    </div>
  );
}
