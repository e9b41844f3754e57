/** What the shell offers behind a half-typed word: commands, types, fields, filters, reports. */
import { keptTypes, knownTypes, type Known } from './known.js';
import type { KnownType } from './condensed.js';
import { addressOf, openSession } from './session.js';
import { environmentOf } from './environment.js';

/** A command as completion needs to know it. */
export interface CommandOutline {
  name: string;
  /** What its first words are: `type`, `report`, or nothing that is known. */
  takes: 'type' | 'report' | 'shell' | 'none';
  /** Words behind the type are `field=value`. */
  fields?: boolean;
  /** Options, `--` in front; those in `values` have known ones. */
  options: readonly string[];
  values?: Readonly<Record<string, readonly string[]>>;
}

/** The shell must not wait for a server that is slow or away. */
const PATIENCE = 1500;

/**
 * The words that can stand in the last place of `words` (all behind the program's name; the last one may be empty).
 * One that ends in `=` or `,` goes on without a blank.
 */
export async function completionsOf(words: readonly string[], commands: readonly CommandOutline[]): Promise<string[]> {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const beginning = (all: readonly string[]): string[] => all.filter((word) => word.startsWith(current));
  const command = commands.find(({ name }) => name === before[0]);
  if (!before.length) return beginning(commands.map(({ name }) => name));
  if (!command) return [];
  const option = /^--/.test(before.at(-1)!) ? before.at(-1)! : undefined;
  if (option && command.values?.[option]) return beginning(command.values[option]);
  const [, joined] = /^(--[\w-]+)=/.exec(current) ?? [];
  if (joined) return beginning((command.values?.[joined] ?? []).map((value) => `${joined}=${value}`));
  if (current.startsWith('--')) return beginning(command.options);
  const places = before.slice(1).filter((word, i) => !word.startsWith('-') && !takesValue(before[i] ?? '', command));
  if (command.takes === 'shell') return places.length ? [] : beginning(['bash', 'zsh']);
  if (command.takes === 'none') return [];
  const known = await quickly();
  if (!known) return [];
  if (command.takes === 'report') return places.length ? [] : beginning(known.reports);
  if (!places.length && !option) return beginning(known.types.map(({ path }) => path));
  const type = known.types.find(({ path, aliases }) => path === places[0] || aliases.includes(places[0] ?? ''));
  return type ? beginning(behindType(type, known, option, current, command)) : [];
}

const takesValue = (word: string, { options, values }: CommandOutline): boolean =>
  word.startsWith('--') &&
  !word.includes('=') &&
  (values?.[word] !== undefined || (options.includes(word) && !FLAGS.has(word)));
const FLAGS = new Set(['--all', '--dry-run', '--password-stdin', '--help']);

function behindType(
  type: KnownType,
  { operators }: Known,
  option: string | undefined,
  current: string,
  { fields }: CommandOutline,
): string[] {
  const columns = Object.keys(type.columns);
  switch (option) {
    case '--filter':
      return [
        ...columns.flatMap((name) => ['', ...operators[type.columns[name]!]!].map((suffix) => `${name}${suffix}=`)),
        ...type.relations.map((name) => `${name}_exists=`),
        'search=',
      ];
    case '--sort':
      return listed(current, columns);
    case '--fields':
      return listed(current, columns);
    case '--include':
      return listed(current, type.relations);
    case undefined:
      return fields ? Object.keys(type.fields).map((name) => `${name}=`) : [];
    default:
      return [];
  }
}

/** The next element of a comma list. */
function listed(current: string, names: readonly string[]): string[] {
  const before = current.slice(0, current.lastIndexOf(',') + 1);
  const used = new Set(before.split(','));
  return names.filter((name) => !used.has(name)).map((name) => before + name);
}

/** What is known without waiting: from the cache, or from a server that answers at once. */
async function quickly(): Promise<Known | undefined> {
  const environment = environmentOf();
  const url = await addressOf({}, environment);
  if (url === undefined) return undefined;
  const kept = await keptTypes(url, environment.cacheFolder);
  if (kept) return kept.known;
  try {
    const { client } = await openSession({});
    const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE).unref());
    return await Promise.race([knownTypes(client, url, environment.cacheFolder), late]);
  } catch {
    return undefined;
  }
}
