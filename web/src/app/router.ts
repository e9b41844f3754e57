/** Where the reader is, and how they get elsewhere: links between pages are followed without loading the document again. */
import { Store } from '../store.js';

/** The address without the part behind #, which belongs to the page. */
export interface Place {
  path: string;
  search: string;
}

const here = (): Place => ({ path: location.pathname, search: location.search });

const isSame = (one: Place, other: Place): boolean => one.path === other.path && one.search === other.search;

/** The place that is shown. */
export const place = new Store<Place>(here());

/** Who is asked before this place is left; `leave` goes on to where somebody wanted to go. */
type Keeper = (leave: () => void) => void;
let keeper: Keeper | null = null;

/** Has `asks` asked before this place is left, by links, back and forward; returns what ends that. */
export function keepPlace(asks: Keeper): () => void {
  keeper = asks;
  return () => void (keeper === asks && (keeper = null));
}

/** Asks whoever keeps the place, and says whether there was anybody. */
function isKept(leave: () => void): boolean {
  keeper?.(() => {
    keeper = null;
    leave();
  });
  return keeper !== null;
}

/** What the router knows of pages. */
interface Pages {
  isPage: (path: string) => boolean;
  /** Fetches the page of an address; undefined where it is there already. */
  fetchPage: (path: string) => Promise<void> | undefined;
}
let pages: Pages | undefined;

/** The page that is shown never sees the address of another one: that is the place once its page has been fetched. */
function arrive(): void {
  const wanted = here();
  const settle = (): void => {
    if (isSame(wanted, here()) && !isSame(wanted, place.get())) place.set(wanted);
  };
  const coming = pages?.fetchPage(wanted.path);
  // A page of a release that is gone by now: the address is the new one already, and the browser fetches it as a whole.
  if (coming) void coming.then(settle, () => location.reload());
  else settle();
}

/** Back and forward were followed before anybody could be asked: the address of what is shown takes its place again. */
function move(): void {
  const { path, search } = place.get();
  if (!isSame(place.get(), here()) && isKept(() => history.back())) history.pushState(null, '', path + search);
  else arrive();
}

/** Goes to an address of this server; `replace` leaves no entry in the history, `unasked` asks nobody who keeps this place. */
export function go(to: string, { replace = false, unasked = false } = {}): void {
  if (unasked) keeper = null;
  if (isKept(() => go(to, { replace }))) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', to);
  if (!replace) scrollTo(0, 0);
  arrive();
}

/** Follows links to pages, and the browser's back and forward. */
export function watchPlace(known: Pages): void {
  pages = known;
  const { isPage } = known;
  addEventListener('popstate', move);
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (
      !link ||
      event.defaultPrevented ||
      event.button ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const url = new URL(link.href);
    const isOurs = url.origin === location.origin && !link.target && !link.download && isPage(url.pathname);
    // A part of the page that is shown is left to the browser.
    if (!isOurs || (url.hash && url.pathname === location.pathname)) return;
    event.preventDefault();
    go(url.pathname + url.search + url.hash);
  });
}
