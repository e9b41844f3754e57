/** A button below which something opens: closed by Escape, which goes back to the button, and by a click elsewhere. */
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

interface PopoverOptions {
  label: string;
  /** What is shown; drawn only while it is open. `close` closes it. */
  children: (close: () => void) => ComponentChildren;
}

export function Popover({ label, children }: PopoverOptions): VNode {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    const leave = ({ target }: Event): void => {
      // What was drawn anew meanwhile is in the page no longer, and was no click elsewhere.
      if ((target as Node).isConnected && !box.current!.contains(target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [isOpen]);
  const close = (): void => {
    setOpen(false);
    button.current!.focus();
  };
  return (
    <div
      class="popover"
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        close();
      }}
    >
      <button
        class="quiet"
        type="button"
        ref={button}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </button>
      <div id={id} class="popover-content card" role="group" aria-label={label} hidden={!isOpen}>
        {isOpen && children(close)}
      </div>
    </div>
  );
}
