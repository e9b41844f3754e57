/** `import-mercator`: a map of the older application, of any generation since 2025. */
import 'reflect-metadata';
import { WallClock } from '../../core/text/dates.js';
import { ITS_ZONE } from '../../database/mercator-legacy.js';
import { loadConfig } from '../../config.js';
import '../../map/index.js';
import { importMap, type Imported } from '../../exchange/mercator/import.js';
import { registry } from '../../engine/index.js';
import { UsageError } from '../errors.js';
import { say } from '../terminal.js';

interface ImportOptions {
  source: string;
  documents?: string | undefined;
  timezone?: string | undefined;
  dryRun?: boolean | undefined;
}

/** Imports a map. Throws a sentence if it cannot; the map of the settings is as it was then. */
export async function importMercator(options: ImportOptions): Promise<void> {
  const { source: location, documents, timezone: zone = ITS_ZONE, dryRun: rehearsal = false } = options;
  if (!WallClock.isZone(zone)) throw new UsageError(`'${zone}' is no time zone; one is Europe/Paris.`);
  const request = { location, documents, zone, rehearsal };
  const imported = await importMap(request, await loadConfig('administer'), say);
  for (const line of linesOf(imported)) say(line);
  say(rehearsal ? 'Nothing was written: this was only a rehearsal.' : 'The map is imported. Everybody signs in anew.');
}

function linesOf(imported: Imported): string[] {
  const counted = (counts: ReadonlyMap<string, number>): string[] =>
    [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]) => `${name}: ${count}`);
  return [
    ...listed('Without a place here, by table and column, and how many values:', counted(imported.homeless)),
    ...listed('Lacking there and required here, so they were made up:', counted(imported.filled)),
    ...listed('Dates that are none, left empty:', counted(imported.emptied)),
    ...listed('References that point nowhere, kept as they are:', imported.dangling),
    ...listed('Names that several objects have, kept as they are:', imported.duplicates),
    ...listed('Texts that are longer than this map takes, kept as they are:', imported.long),
    ...(imported.newRights.length
      ? [`Rights that were not known there, which only administrators have now: ${imported.newRights.join(', ')}.`]
      : []),
    ...documentLines(imported),
    ...(imported.perimeters
      ? [
          `Objects and roles belong to ${imported.perimeters.count} perimeters, which are switched ${imported.perimeters.enabled ? 'on' : 'off'}, as they were there.`,
        ]
      : []),
    ...table(imported),
  ];
}

const listed = (heading: string, lines: readonly string[]): string[] =>
  lines.length ? [heading, ...lines.map((line) => `  ${line}`)] : [];

function documentLines({ documents, documentRows }: Imported): string[] {
  if (!documents) {
    return documentRows
      ? [`Only the rows of ${documentRows} documents are read; --documents DIR copies their bytes.`]
      : [];
  }
  return [
    `The bytes of ${documents.count} of ${documentRows} documents are there.`,
    ...listed('Documents without a file:', documents.missing.map(String)),
    ...listed('Documents whose file is not what their row says:', documents.broken.map(String)),
  ];
}

/** Objects by type, and at the end the rows of links and of other tables together. */
function table({ read, written }: Imported): string[] {
  const types = new Map(registry.all().map((resource) => [resource.table, resource.path]));
  const rows = [...types].map(([name, path]) => [path, read.get(name) ?? 0, written.get(name) ?? 0] as const);
  const rest = (counts: ReadonlyMap<string, number>): number =>
    [...counts].reduce((sum, [name, count]) => sum + (types.has(name) ? 0 : count), 0);
  const shown = [
    ...rows.filter(([, first, second]) => first || second),
    ['links and others', rest(read), rest(written)] as const,
  ];
  const line = (name: string, first: unknown, second: unknown): string =>
    `${name.padEnd(28)}${String(first).padStart(10)}${String(second).padStart(10)}`;
  return ['', line('type', 'read', 'written'), ...shown.map(([name, first, second]) => line(name, first, second)), ''];
}
