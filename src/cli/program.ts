/** The program: which command is meant, with what, and how it ends. */
import { nearest } from '../core/text/naming.js';
import { version } from '../core/version.js';
import { commandOf, usageOf, wordsOf, type Command } from './command.js';
import { COMMANDS } from './commands.js';
import { failureOf, UsageError } from './errors.js';
import { note, print, terminalWidth } from './terminal.js';

const HELP_WORDS = new Set(['--help', '-h', 'help']);
/** Columns of help where the terminal does not say. */
const DEFAULT_WIDTH = 100;

/** Runs the command that the words behind the program's name mean, and ends with its exit code. */
export async function main(args: readonly string[]): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    // `meridian list … | head` is no error: nobody reads any more. Work on the database is done to its end all the same.
    if (!commandNamed(args)?.isLocal) process.exit(0);
  });
  try {
    await execute(args);
  } catch (error) {
    const { code, message } = await failureOf(error);
    note(message);
    process.exitCode = code;
    // Connections that are still open must not keep a failed command alive.
    setTimeout(() => process.exit(), 100).unref();
  }
}

/** Runs a command. Throws what `failureOf` explains; a UsageError if it was called wrongly. */
export async function execute(args: readonly string[]): Promise<void> {
  const command = commandNamed(args);
  if (command) return runCommand(command, args.slice(wordsOf(command).length));
  const [name, ...rest] = args;
  if (name === undefined) throw new UsageError(help());
  if (HELP_WORDS.has(name)) return print(help());
  if (name === '--version') return print(`${version()}\n`);
  if (name === '__complete') return complete(rest);
  if (!GROUPS.has(name)) throw unknownCommand(name);
  if (rest[0] === undefined) throw new UsageError(helpOfGroup(name));
  if (HELP_WORDS.has(rest[0])) return print(helpOfGroup(name));
  throw unknownCommand(`${name} ${rest[0]}`, helpOfGroup(name));
}

/** The first words of commands whose names are two. */
const GROUPS = new Set(COMMANDS.map(wordsOf).flatMap(([group, second]) => (second === undefined ? [] : [group!])));

const commandNamed = (args: readonly string[]): Command | undefined => commandOf(args, COMMANDS);

/** Commands that begin with the name of another. */
const commandsBelow = ({ name }: Command): Command[] => COMMANDS.filter((each) => each.name.startsWith(`${name} `));

/** A line for each command: how it is called, and what it does. */
function linesOf(commands: readonly Command[], width = widthOf(commands)): string[] {
  return commands.map((command) => `  ${usageOf(command).padEnd(width)}  ${command.summary}`);
}

const widthOf = (commands: readonly Command[]): number =>
  Math.max(...commands.map((command) => usageOf(command).length));

/** What `meridian GROUP --help` prints. */
function helpOfGroup(group: string): string {
  const own = COMMANDS.filter((command) => wordsOf(command)[0] === group);
  return [
    `meridian ${group} COMMAND`,
    '',
    ...linesOf(own),
    '',
    'A command followed by --help says more and shows examples.',
    '',
  ].join('\n');
}

/** What `meridian --help` prints. Made without a library, so that it is there at once. */
function help(): string {
  const width = widthOf(COMMANDS);
  const lines = (isLocal: boolean): string[] =>
    linesOf(
      COMMANDS.filter((command) => command.isLocal === isLocal),
      width,
    );
  return [
    'meridian COMMAND: works on a map of Meridian.',
    '',
    'Over HTTP, as the user who is signed in:',
    ...lines(false),
    '',
    'On the machine of the server, on the database of its settings (DATABASE_URL):',
    ...lines(true),
    '',
    'Begin with: meridian login --url https://map.example.org',
    'A command followed by --help says more and shows examples; --version tells the release.',
    'Exit codes: 0 done, 1 failed, 2 called wrongly, 3 not signed in, 4 not allowed (backup: not complete), 5 not found,',
    '            6 refused by the server, 7 server away, 8 something would change (feed --exit-code), 130 broken off.',
    '',
  ].join('\n');
}

/** Prints the words that a shell can offer, each on a line. */
async function complete(words: readonly string[]): Promise<void> {
  const { completionsOf } = await import('./completion.js');
  const found = await completionsOf(words, COMMANDS);
  await print(found.map((word) => `${word}\n`).join(''));
}

/** `commands`: what is shown where no name is near. */
function unknownCommand(name: string, commands = help()): UsageError {
  const names = COMMANDS.map((command) => command.name);
  const near = nearest(name, [...names, ...GROUPS]);
  const hint = near === undefined ? `\n\n${commands}` : ` Did you mean ${near}?`;
  return new UsageError(`There is no command '${withoutSecrets(name)}'.${hint}`);
}

/** Reads the words behind the name of a command with yargs, and runs it. */
async function runCommand(command: Command, args: readonly string[]): Promise<void> {
  checkOptions(command, args);
  const { default: yargs } = await import('yargs');
  // Yargs takes one word for the name of a command: those before it belong to the program.
  const words = wordsOf(command);
  const name = words.pop()!;
  const options = optionsByWord(command);
  const isInput = (word: string, i: number): boolean =>
    word === '-' && !options.get(args[i - 1] ?? '') && takesInput(command, i);
  const program = yargs([name, ...args.map((word, i) => (isInput(word, i) ? INPUT : word))])
    .scriptName(['meridian', ...words].join(' '))
    .locale('en')
    .parserConfiguration({ 'greedy-arrays': false, 'parse-positional-numbers': false, 'dot-notation': false })
    .help()
    .alias('help', 'h')
    .version(false)
    .wrap(Math.min(terminalWidth() ?? DEFAULT_WIDTH, DEFAULT_WIDTH))
    .exitProcess(false)
    .fail((message, error) => {
      throw error ?? refusal(command, sentenceOf(message, command));
    });
  program.command(
    usageOf({ ...command, name }),
    [command.summary, command.details].filter(Boolean).join('\n\n'),
    (own) => {
      for (const [key, { describe, choices }] of Object.entries(command.positionals)) {
        own.positional(key, { describe, type: 'string', ...(choices && { choices }) });
      }
      const examples = command.examples.flatMap(([line, meaning]) => [`  meridian ${line}`, `      ${meaning}`]);
      const below = commandsBelow(command);
      const others = below.length ? ['', 'Commands beside it:', ...linesOf(below)] : [];
      return own.options(command.options).epilogue(['Examples:', ...examples, ...others].join('\n'));
    },
    async (values) => {
      const checked = checkValues(command, values);
      if (!command.isLocal) (await import('./remote/session.js')).listenForInterruption();
      await command.run(checked);
    },
  );
  await program.parseAsync();
}

/**
 * Throws a UsageError for options that the command does not have, with the nearest one, and for those without their value.
 * Left to yargs, a misspelt option would be named without a hint, and `--dry-run=yes` would be taken for a no.
 */
function checkOptions(command: Command, args: readonly string[]): void {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const words = args.slice(0, end);
  if (words.includes('--help') || words.includes('-h')) return;
  const options = optionsByWord(command);
  const isOption = (word: string | undefined): boolean => word !== undefined && /^-[^\d]/.test(word);
  for (const [i, word] of words.entries()) {
    if (word === '-' && !options.get(words[i - 1] ?? '') && !takesInput(command, i))
      throw unknownArgument(command, word);
    if (!isOption(word)) continue;
    const [name, value] = /^([^=]+)(?:=(.*))?$/s.exec(word)!.slice(1) as [string, string | undefined];
    const takesValue = options.get(name);
    if (takesValue === undefined) {
      const near = name.startsWith('--') ? nearest(name, [...options.keys(), '--help']) : undefined;
      throw unknownArgument(command, name, near);
    }
    if (takesValue && value === undefined && (words[i + 1] === undefined || isOption(words[i + 1])))
      throw refusal(command, `${name} needs a value.`);
    if (!takesValue && value !== undefined && !/^(true|false)$/.test(value))
      throw refusal(command, `${name} takes no value.`);
  }
}

/** What stands for `-` while yargs reads: it would leave that out. No word of a command line can hold a NUL. */
const INPUT = '\0';

const withInput = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((word: unknown) => (word === INPUT ? '-' : word)) : value;

/** Whether the word with this place may be `-`: the first one may where the first argument is a file. */
const takesInput = ({ positionals }: Command, place: number): boolean =>
  Object.values(positionals).some(({ input }, i) => input && i <= place);

/** The spellings of options, and whether there is a value behind them. */
function optionsByWord({ options }: Command): Map<string, boolean> {
  const words = new Map<string, boolean>();
  for (const [name, { alias, type }] of Object.entries(options)) {
    const takesValue = type !== 'boolean';
    words.set(`--${name}`, takesValue).set(`--${camelCase(name)}`, takesValue);
    if (typeof alias === 'string') words.set(`-${alias}`, takesValue);
    if (!takesValue) words.set(`--no-${name}`, false);
  }
  return words;
}

/** Checks what yargs has read. Of an option that is given twice the last one holds, unless it takes several values. */
function checkValues(command: Command, values: Record<string, unknown> & { _: Array<string | number> }): object {
  const [, ...surplus] = values._;
  const [last, taking] = Object.entries(command.positionals).at(-1) ?? [];
  if (surplus.length && !taking?.many) throw unknownArgument(command, String(surplus[0]));
  const single = Object.entries(command.options).flatMap(([name, { array, type }]) => {
    const value = [values[name]].flat().at(-1);
    if (type === 'number' && Number.isNaN(value)) throw refusal(command, `--${name} needs a number.`);
    return array ? [] : [[camelCase(name), value]];
  });
  const positionals = Object.keys(command.positionals).map((name): [string, unknown] => {
    // What stands behind `--` yargs keeps apart.
    const all = name === last && surplus.length ? [values[name] ?? [], ...surplus.map(String)].flat() : values[name];
    return [name, withInput(all)];
  });
  return {
    ...values,
    ...Object.fromEntries(positionals),
    ...(Object.fromEntries(single) as Record<string, unknown>),
  };
}

const camelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** What yargs objects to, in a sentence. */
function sentenceOf(message: string, { positionals }: Command): string {
  const [, given] = /^Not enough non-option arguments: got (\d+)/.exec(message) ?? [];
  const [, option, wrong, choices] =
    /^Invalid values:\s+Argument: (\S+), Given: "(.*)", Choices: (.+)$/s.exec(message) ?? [];
  if (option !== undefined) {
    const allowed = choices!.replaceAll('"', '');
    const isFile = option === 'output' && /\.\w+$/.test(wrong!);
    const hint = isFile ? ` It is how the answer is written; > ${wrong} puts it into a file.` : '';
    return `--${option} takes one of ${allowed}, not '${wrong}'.${hint}`;
  }
  return given === undefined ? message : `The argument <${Object.keys(positionals)[Number(given)]}> is missing.`;
}

const unknownArgument = (command: Command, word: string, near?: string): UsageError =>
  refusal(command, `Unknown argument '${withoutSecrets(word)}'.${near === undefined ? '' : ` Did you mean ${near}?`}`);

/** Addresses of databases may hold a password. */
const withoutSecrets = (word: string): string => word.replace(/:\/\/.*@/s, '://…@');

/** What is wrong with a call, and how the command is called. */
const refusal = (command: Command, sentence: string): UsageError =>
  new UsageError(`${sentence}\nmeridian ${usageOf(command)}; meridian ${command.name} --help tells more.`);
