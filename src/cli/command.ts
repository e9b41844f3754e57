/** What a command is made of, and the options that several of them share. */
import type { InferredOptionType, Options } from 'yargs';

/** An argument that has its meaning by its place. */
export interface Positional {
  readonly describe: string;
  readonly optional?: true;
  /** Takes all that follow, at least one unless it is optional. */
  readonly many?: true;
  readonly choices?: readonly string[];
  /** Takes `-` for the input. */
  readonly input?: true;
  /** Words that the shell offers here. */
  readonly offers?: () => Promise<readonly string[]>;
  /** What the shell offers here: names that the server knows. */
  readonly completes?: 'types' | 'reports' | 'fields' | 'field names' | 'objects' | 'pictures';
}

/** The names that the server has in its graph. */
export interface GraphNames {
  /** Paths of the kinds of objects. */
  kinds: string[];
  views: string[];
  families: string[];
  edges: string[];
}

/** What stands behind `--`. */
export interface Option extends Options {
  /** What the shell offers for each element of its comma list. */
  readonly offers?: (names: GraphNames) => readonly string[];
}

type Positionals = Readonly<Record<string, Positional>>;
type OptionSet = Readonly<Record<string, Option>>;

type CamelCase<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

/** What `run` gets: the positionals, and the options by their camelCase names. */
type Values<P extends Positionals, O extends OptionSet> = {
  [K in keyof P]:
    (P[K] extends { many: true } ? readonly string[] : string) | (P[K] extends { optional: true } ? undefined : never);
} & { [K in keyof O as CamelCase<K & string>]: InferredOptionType<O[K]> };

interface Definition<P extends Positionals, O extends OptionSet, V> {
  /** A word, or two: those of a group begin with the same one. */
  readonly name: string;
  readonly summary: string;
  /** What its help says beyond the summary. */
  readonly details?: string;
  /** By their names, in the order in which they are given. */
  readonly positionals?: P;
  readonly options?: O;
  /** Command lines without the program's name, and what each of them does. */
  readonly examples: ReadonlyArray<readonly [line: string, meaning: string]>;
  /** Does it. Loads what it needs, so that the program starts quickly. Throws what `errors.ts` has an exit code for. */
  run(values: V): Promise<unknown>;
}

/** A command, whatever its options are. */
export interface Command extends Required<Omit<Definition<Positionals, OptionSet, object>, 'details'>> {
  readonly details: string | undefined;
  /** Works on the machine of the server and its database, not over HTTP. */
  readonly isLocal: boolean;
}

export const text = (describe: string) => ({ type: 'string', requiresArg: true, describe }) as const;
export const texts = (describe: string) => ({ type: 'string', array: true, requiresArg: true, describe }) as const;
export const number = (describe: string) => ({ type: 'number', requiresArg: true, describe }) as const;
export const flag = (describe: string) => ({ type: 'boolean', describe }) as const;
export const choice = <const T extends string | number>(choices: readonly T[], describe: string) =>
  ({ choices, requiresArg: true, describe }) as const;

/** What every list can be printed as. */
export const FORMATS = ['table', 'json', 'csv', 'jsonl'] as const;
/** The option `--output`, `-o`. */
export const output = <const T extends string>(formats: readonly T[]) =>
  ({ ...choice(formats, 'A table on a terminal, JSON otherwise'), alias: 'o' }) as const;

const URL = text('The server; otherwise MERIDIAN_URL, or where you are signed in');

/** Defines a command that works over HTTP, as the user who is signed in. */
export const remote = <const P extends Positionals = {}, const O extends OptionSet = {}>({
  options,
  ...definition
}: Definition<P, O, Values<P, O & { url: typeof URL }>>): Command => ({
  details: undefined,
  positionals: {},
  ...definition,
  options: { ...options, url: URL },
  isLocal: false,
});

/** Defines a command that works on the machine of the server, on the database of its settings. */
export const local = <const P extends Positionals = {}, const O extends OptionSet = {}>(
  definition: Definition<P, O, Values<P, O>>,
): Command => ({ details: undefined, positionals: {}, options: {}, ...definition, isLocal: true });

/** The words of a command's name. */
export const wordsOf = ({ name }: Command): string[] => name.split(' ');

/** The command that words begin with; the longest, since `feed` is one and `feed apply` another. */
export function commandOf(words: readonly string[], commands: readonly Command[]): Command | undefined {
  const fitting = commands.filter((command) => wordsOf(command).every((word, i) => word === words[i]));
  return fitting.sort((a, b) => wordsOf(b).length - wordsOf(a).length)[0];
}

/** How a command is called: `get <type> <id>`, as yargs reads it. */
export function usageOf({ name, positionals }: Command): string {
  const words = Object.entries(positionals).map(([key, { optional, many }]) => {
    const word = `${key}${many ? '..' : ''}`;
    return optional ? `[${word}]` : `<${word}>`;
  });
  return [name, ...words].join(' ');
}
