/** What this page draws among the elements of Swagger UI, which has a React of its own. */
import { render, type VNode } from 'preact';
import { language } from '../../i18n/index.js';
import { useStore } from '../../store.js';

/** As much of Swagger UI's React as is used here. Elements are its own matter. */
export interface React {
  createElement(type: unknown, properties?: object | null, ...children: unknown[]): unknown;
  useRef<T>(value: T): { current: T };
  useMemo<T>(make: () => T, from: readonly unknown[]): T;
  useLayoutEffect(effect: () => void | (() => void), from?: readonly unknown[]): void;
  readonly Fragment: unknown;
}

/**
 * An element of React in which `draw` draws: anew where `from` changed, or the language of the page. A hook, to be called
 * as such.
 */
export function useIsland(react: React, draw: () => VNode, from: readonly unknown[], className?: string): unknown {
  const place = react.useRef<HTMLElement | null>(null);
  react.useLayoutEffect(() => render(<InLanguage draw={draw} />, place.current!), from);
  react.useLayoutEffect(() => {
    const element = place.current!;
    return () => render(null, element);
  }, []);
  return react.createElement('div', { ref: place, className });
}

function InLanguage({ draw }: { draw: () => VNode }): VNode {
  useStore(language);
  return draw();
}
