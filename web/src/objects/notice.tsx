/** What was done, told on the page that it led to. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { place } from '../app/router.js';
import { Store, useStore } from '../store.js';

const told = new Store({ path: '', sentence: '' });

/** Tells it on the page at `path`, which is shown or comes next, until that is left. */
export const tell = (sentence: string, path = place.get().path): void => told.set({ path, sentence });

/** Stands on every page that something leads to. */
export function Notice(): VNode {
  const [here] = useState(() => place.get().path);
  const { path, sentence } = useStore(told);
  useEffect(
    () => () => {
      if (told.get().path === here) tell('', '');
    },
    [],
  );
  return (
    <p class="notice" role="status">
      {path === here && sentence}
    </p>
  );
}
