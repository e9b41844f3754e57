/** What the address of a page holds beside its place: which part of it is shown. */
import { go, place } from '../app/router.js';
import { useStore } from '../store.js';

/** What the query says, and what changes it; '' takes a part away. */
export function useQuery(): {
  query: URLSearchParams;
  set: (parts: Readonly<Record<string, string>>, options?: { replace: boolean }) => void;
} {
  const { path, search } = useStore(place);
  const query = new URLSearchParams(search);
  const set = (parts: Readonly<Record<string, string>>, options = { replace: true }): void => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(parts)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    const text = next.toString();
    go(text ? `${path}?${text}` : path, options);
  };
  return { query, set };
}

/** A path with those parts of a query that are not empty. */
export function withQuery(path: string, parts: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(parts).filter(([, value]) => value));
  return query.size ? `${path}?${query.toString()}` : path;
}
