/** Which of the sources a place means. */
import type { Source } from './source.js';

/** Opens what is named: an address of a database, or the path of a dump. Throws a sentence if it cannot be read. */
export async function openSource(place: string): Promise<Source> {
  if (/^(mysql|mariadb):\/\//i.test(place)) return (await import('./live-source.js')).LiveSource.open(place);
  return (await import('./dump-source.js')).DumpSource.open(place);
}
