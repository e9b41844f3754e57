/** Where somebody is led who has signed in: a page of this server, and nowhere else. */

/** The first parts of the addresses of pages (src/pages/pages.controller.ts) that somebody may want to go on with. */
const PAGES =
  /^\/(home|help|search|objects|map|reports|queries|import|admin|account|docs|login\/(device|cli))(\/[\w.-]+)*\/?$/;

/** The path of our own page that is wanted; `/` for anything else, such as another server, or what a browser may take for one. */
export function ownPage(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || /[\\\s\p{Cc}]|^\/\//u.test(wanted)) return '/';
  const [path, query = ''] = wanted.split('#', 1)[0]!.split(/\?(.*)/s);
  if (!PAGES.test(path!) || path!.split('/').includes('..')) return '/';
  return query ? `${path}?${encodeURI(decodeSafely(query))}` : path!;
}

function decodeSafely(query: string): string {
  try {
    return decodeURI(query);
  } catch {
    return '';
  }
}
