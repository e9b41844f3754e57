/** A share as a bar; the number stands beside it, so that nobody needs the bar. */
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** `share` from 0 to 1; `hue` is the number of a view, whose colour it takes. */
export function Bar({ share, hue }: { share: number; hue: number }): VNode {
  const bar = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => bar.current!.style.setProperty('--share', String(Math.min(Math.max(share, 0), 1))), [share]);
  return (
    <span class={`share view-${hue}`} aria-hidden="true">
      <span ref={bar} />
    </span>
  );
}
