/** The command `import-mercator`: a map of the older application, of any generation since 2025. */
import 'reflect-metadata';
import { WallClock } from '../core/text/dates.js';
import { ITS_ZONE } from '../database/mercator-legacy.js';
import { some } from '../backup/words.js';
import { loadConfig } from '../config.js';
import '../map/index.js';
import { importMap, type Imported, type ImportRequest } from '../exchange/mercator/import.js';
import { registry } from '../engine/index.js';
import { UsageError, type Terminal } from './terminal.js';

export const IMPORT_MERCATOR_USAGE = `import-mercator SOURCE [--documents DIR] [--timezone ZONE] [--dry-run]

Reads a map of Mercator, of 2025 or later, into the empty database of the settings, on either engine. SOURCE is its database
(mysql://user:password@host/database), which is only read, as it is at one moment; or a file that mysqldump or mariadb-dump
made of it (dump.sql, also packed with gzip), for which no server is needed. Objects keep their ids, users their passwords. All of it is
imported, or nothing; what has no place here is told, as are references that point nowhere and names that are there twice,
which are kept.

  --documents DIR  the folder in which Mercator keeps documents (storage/docs): their bytes are copied
  --timezone ZONE  the zone of Mercator's times (its APP_TIMEZONE); Europe/Paris without it
  --dry-run        tells all this, and writes nothing`;

/** Imports a map. Throws a sentence if it cannot; the map of the settings is as it was then. */
export async function importMercatorCommand(args: string[], { say }: Terminal): Promise<void> {
  const request = requestFrom(args);
  const config = loadConfig('administer');
  const imported = await importMap(request, config, registry.all(), say);
  for (const line of linesOf(imported)) say(line);
  say(
    request.rehearsal
      ? 'Nothing was written: this was only a rehearsal.'
      : 'The map is imported. Everybody signs in anew.',
  );
}

function requestFrom(args: readonly string[]): ImportRequest {
  const request: ImportRequest = { place: '', documents: undefined, zone: ITS_ZONE, rehearsal: false };
  const wrong = (what: string): never => {
    throw new UsageError(`${what}\n\n${IMPORT_MERCATOR_USAGE}`);
  };
  for (let i = 0; i < args.length; i++) {
    const [name, joined] = args[i]!.startsWith('--') ? splitAtEquals(args[i]!) : [args[i]!, undefined];
    const value = (): string => joined ?? args[++i] ?? wrong(`${name} needs a value.`);
    if (name === '--dry-run') request.rehearsal = true;
    else if (name === '--documents') request.documents = value();
    else if (name === '--timezone') request.zone = value();
    // The address may hold a password: it is never repeated.
    else if (name.startsWith('-')) wrong(`Unknown argument '${name}'.`);
    else if (request.place) wrong('Only one source can be imported.');
    else request.place = name;
  }
  if (!request.place) wrong('From where? The address or the dump is missing.');
  if (!WallClock.isZone(request.zone)) wrong(`'${request.zone}' is no time zone; one is Europe/Paris.`);
  return request;
}

function splitAtEquals(arg: string): [string, string | undefined] {
  const at = arg.indexOf('=');
  return at < 0 ? [arg, undefined] : [arg.slice(0, at), arg.slice(at + 1)];
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
      ? [`Rights that were not known there, which only administrators have now: ${some(imported.newRights)}.`]
      : []),
    ...documentLines(imported),
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
