/**
 * Pages by what somebody types, beside the objects of the map: tables of kinds, reports, what the reader keeps in the menu, saved
 * maps, and the pages of the program. A kind is found by its titles and synonyms in both languages, which come from its entity.
 */
import { findOfKind } from '../api/find.js';
import { addressOf, mayOpen, reachable, type MapOfKinds } from '../api/map.js';
import { reportsFor } from '../api/reports.js';
import { fold } from '../components/fold-text.js';
import type { Choice } from '../components/picker.js';
import { t } from '../i18n/index.js';
import { said, type Titles } from '../i18n/titles.js';
import { helpPages, placesOf } from './places.js';

/** A page that can be gone to; `about` says of what sort it is. */
export interface FoundPage extends Choice {
  about: string;
  href: string;
}

/** A page, and what it is found by: names of which some words have to begin with those of a text, and words that have to begin with it. */
interface Findable {
  page: FoundPage;
  names: readonly string[];
  words?: readonly string[];
}

/** The kind whose objects are pages of the map rather than objects of it. */
const SAVED_MAPS = 'saved-maps';

/** Pages for a text, the best first; none for the empty text. What could not be asked of the server is left out. */
export async function findPages(map: MapOfKinds, text: string, signal?: AbortSignal): Promise<FoundPage[]> {
  const asked = fold(text.trim());
  if (!asked) return [];
  const ranked = findables(map)
    .map((one) => ({ page: one.page, rank: rankOf(one, asked) }))
    .filter(({ rank }, _, all) => rank < (all.some((other) => other.rank < NEAR) ? NEAR : Infinity))
    .sort((a, b) => a.rank - b.rank);
  // What is kept may be a table that is found by its kind as well.
  const pages = new Map([...ranked].reverse().map(({ page }) => [page.href, page]));
  return [...new Set(ranked.map(({ page }) => pages.get(page.href)!)), ...(await savedMaps(map, text, signal))];
}

/** Words that say nothing of what is looked for, in both languages. */
const STOP_WORDS = new Set(['a', 'au', 'aux', 'd', 'de', 'des', 'du', 'en', 'et', 'l', 'la', 'le', 'les', 'un', 'une']);
for (const word of ['an', 'and', 'for', 'in', 'of', 'on', 'the', 'to', 'pour', 'sur']) STOP_WORDS.add(word);

/** What stands between words. */
const NO_WORD = /[^\p{L}\p{N}]+/u;

/** The words of a text that say something, without the letter of a plural. */
const wordsIn = (text: string): string[] =>
  text
    .split(NO_WORD)
    .filter((word) => word.length > 1 && !STOP_WORDS.has(word))
    // Of a short word the last letter is its own: `esx`, `dns`.
    .map((word) => (word.length > 3 ? word.replace(/[sx]$/, '') : word));

/** What a page fits that has some of the words alone: it is offered where nothing fits better. */
const NEAR = 4;

/**
 * 0 for a name that is the text, 1 for one that begins with it, 2 for another word, 3 for one that holds its words, 4 for one that
 * holds most of them.
 */
function rankOf({ names, words = [] }: Findable, asked: string): number {
  const folded = names.map(fold);
  const all = [...folded, ...words.map(fold)];
  if (all.includes(asked)) return 0;
  if (folded.some((name) => name.startsWith(asked))) return 1;
  if (words.some((word) => fold(word).startsWith(asked))) return 2;
  const parts = wordsIn(asked);
  const heldBy = (name: string): number => {
    const own = name.split(NO_WORD);
    return parts.filter((part) => own.some((word) => word.startsWith(part))).length;
  };
  const held = Math.max(0, ...folded.map(heldBy));
  if (!held) return Infinity;
  return held === parts.length ? 3 : held * 2 >= parts.length && parts.length > 1 ? NEAR : Infinity;
}

function findables(map: MapOfKinds): Findable[] {
  const { kinds, rights, preferences, sharedTables } = map;
  const both = ({ en, fr }: Titles): string[] => [en, ...(fr === undefined ? [] : [fr])];
  const tables = [...kinds.values()]
    .filter(({ tag }) => rights.mayList(tag))
    .map(({ path, titles, one, tag }) => ({
      page: pageOf(`/objects/${path}`, said(titles).text, t('search.sort.table')),
      names: [...both(titles), ...both(one)],
      words: [path, ...(tag['x-aliases'] ?? []), ...(tag['x-synonyms'] ?? [])],
    }));
  const reports = reportsFor(map).map(({ name, titles }) => ({
    page: pageOf(`/reports/${name}`, said(titles).text, t('search.sort.report')),
    names: both(titles),
  }));
  const kept = preferences.kept.map(({ href, name }) => ({
    page: pageOf(href, name, t('nav.kept')),
    names: [name],
  }));
  const shared = sharedTables.all.map(({ href, name }) => ({
    page: pageOf(href, name, t('nav.shared')),
    names: [name],
  }));
  const places = placesOf(map, '').map(({ href, title }) => ({
    page: pageOf(href, title, t('search.sort.page')),
    names: [title],
  }));
  const help = helpPages().map(({ href, title, words }) => ({
    page: pageOf(href, title, t('search.sort.help')),
    names: [title],
    words,
  }));
  return [...kept, ...shared, ...places, ...tables, ...reports, ...help];
}

const pageOf = (href: string, name: string, about: string): FoundPage => ({ key: href, href, name, about });

async function savedMaps(map: MapOfKinds, text: string, signal?: AbortSignal): Promise<FoundPage[]> {
  const kind = reachable(map, SAVED_MAPS);
  if (!kind || !map.rights.has('explore_access')) return [];
  // The search over the map has them for administrators alone, their list for everybody. Objects are found all the same.
  const found = await findOfKind(map, { ...kind, isSearched: false }, text, signal).catch(() => []);
  return found.map(({ id, name }) => pageOf(`/map#saved=${id}`, name, said(kind.one).text));
}

/** Where an object that was found is shown: a saved map on the map, what the reader may list but not open in the table of its kind. */
export function addressOfFound(map: MapOfKinds, { kind, id }: { kind: string; id: number }): string {
  if (kind === SAVED_MAPS) return `/map#saved=${id}`;
  return mayOpen(map, kind, id) ? addressOf(kind, id) : `/objects/${kind}?filter[id]=${id}`;
}
