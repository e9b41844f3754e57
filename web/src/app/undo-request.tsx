/** A button that takes back what one request did. What would happen stands in a window first, which is fetched with the first click. */
import type { ComponentType, VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { UndoTarget } from '../api/undo.js';
import { t } from '../i18n/index.js';
import type { UndoDialogOptions } from './undo-dialog.js';

interface UndoRequestOptions {
  target: UndoTarget;
  label?: string;
  /** What it says to who does not see what stands around it. */
  about?: string | undefined;
  /** It was done; the sentence says what. */
  onDone: (sentence: string) => void;
}

export function UndoRequest({ target, label = t('undo'), about, onDone }: UndoRequestOptions): VNode {
  const [Shown, setShown] = useState<ComponentType<UndoDialogOptions> | null>(null);
  const open = (): void => void import('./undo-dialog.js').then(({ UndoDialog }) => setShown(() => UndoDialog));
  return (
    <>
      <button class="small-button" type="button" aria-label={about} onClick={open}>
        {label}
      </button>
      {Shown && (
        <Shown
          target={target}
          onClose={() => setShown(null)}
          onDone={(sentence) => {
            setShown(null);
            onDone(sentence);
          }}
        />
      )}
    </>
  );
}
