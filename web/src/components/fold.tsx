/** What a narrow screen has no room for: behind a title there, in its place on all others. */
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Screens as wide as a phone that is held upright. */
const NARROW = matchMedia('(max-width: 700px)');

/** Whether the screen is narrow now. */
export const isNarrow = (): boolean => NARROW.matches;

/** The same for what is drawn, also once the screen is turned. */
export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(NARROW.matches);
  useEffect(() => {
    const look = (): void => setNarrow(NARROW.matches);
    NARROW.addEventListener('change', look);
    return () => NARROW.removeEventListener('change', look);
  }, []);
  return isNarrow;
}

/** Folds its children on a narrow screen. */
export function Fold({ title, children }: { title: string; children: ComponentChildren }): VNode {
  const isNarrow = useNarrow();
  if (!isNarrow) return <>{children}</>;
  return (
    <details class="fold">
      <summary>{title}</summary>
      {children}
    </details>
  );
}
