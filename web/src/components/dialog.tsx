/** A window above the page: it takes the focus, Escape closes it, and the focus goes back to where it was. */
import type { ComponentChildren, VNode } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogOptions {
  title: string;
  onClose: () => void;
  /** Wide enough for what stands side by side. */
  wide?: boolean;
  children: ComponentChildren;
}

/** Stands there open; whoever shows it takes it away in `onClose`. */
export function Dialog({ title, onClose, wide = false, children }: DialogOptions): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const before = document.activeElement;
    const shown = dialog.current!;
    shown.showModal();
    return () => {
      // While it is open, nothing behind it takes the focus.
      shown.close();
      // What is taken away gives no focus back by itself.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      class={wide ? 'form-dialog wide' : 'form-dialog'}
      aria-labelledby={id}
      ref={dialog}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
