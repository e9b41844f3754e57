/** What can be done with objects of the page. */
import type { Way } from './state.js';

/** What somebody does with one object, from keys and buttons alike. */
export interface Actions {
  choose: (id: string | null) => void;
  toggle: (id: string) => void;
  hide: (id: string) => void;
  fails: (id: string) => void;
  /** The next end of the ways that are looked for. */
  path: (id: string) => void;
  explore: (id: string) => void;
  way: (way: Way) => void;
}
