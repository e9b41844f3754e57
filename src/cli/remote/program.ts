/** The commands that work over HTTP: which one is meant, with what, and how it ends. */
import type { Argv } from 'yargs';
import { release } from '../../core/version.js';
import { nearest } from '../../core/text/naming.js';
import { UsageError } from '../terminal.js';
import { DEFINITIONS, nameOf, outlines } from './definitions.js';
import type { Definition } from './definitions/definition.js';
import { helpOf, type Local } from './help.js';

/** Columns of help where the terminal does not say. */
const WIDTH = 100;
const HELP = new Set(['--help', '-h', 'help']);

/** Runs a command. Throws a UsageError; any other failure is told on standard error, and by the exit code. */
export async function remoteProgram(args: readonly string[], local: Local): Promise<void> {
  // `meridian list … | head` is no error: nobody reads any more.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  try {
    const [name] = args;
    if (name === undefined) throw new UsageError(helpOf(local));
    if (HELP.has(name)) return void process.stdout.write(helpOf(local));
    if (name === '--version') return void process.stdout.write(`${release()}\n`);
    if (name === '__complete') return await complete(args.slice(1), local);
    await parsed(args, local);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { exitCodeOf, wordsOf } = await import('./exit-codes.js');
    process.stderr.write(`${wordsOf(error)}\n`);
    process.exitCode = exitCodeOf(error);
    // Connections that are still open must not keep a failed command alive.
    setTimeout(() => process.exit(), 100).unref();
  }
}

/** Prints a word on each line. */
async function complete(words: readonly string[], local: Local): Promise<void> {
  const { completionsOf } = await import('./completion.js');
  const more = local.map(([name]) => ({ name, takes: 'none' as const, options: ['--help'] }));
  const found = await completionsOf(words, [...outlines(), ...more]);
  process.stdout.write(found.map((word) => `${word}\n`).join(''));
}

async function parsed(args: readonly string[], local: Local): Promise<void> {
  requireCommand(args[0]!, local);
  const { default: yargs } = await import('yargs');
  const program = yargs([...args])
    .scriptName('meridian')
    .locale('en')
    .parserConfiguration({ 'greedy-arrays': false, 'parse-positional-numbers': false })
    .strict()
    .demandCommand(1)
    .help()
    .alias('help', 'h')
    .version(false)
    .wrap(Math.min(process.stdout.columns ?? WIDTH, WIDTH))
    .exitProcess(false)
    .fail((message, error) => {
      throw error ?? new UsageError(sentenceOf(message, args));
    });
  for (const definition of DEFINITIONS) add(program, definition);
  await program.parseAsync();
}

function add(program: Argv, { command, summary, options, examples, run }: Definition): void {
  program.command(
    command,
    summary,
    (own) => {
      for (const positional of command.matchAll(/[<[](\w+)(\.\.)?[>\]]/g)) describe(own, positional[1]!);
      const lines = examples.flatMap(([line, what]) => [`  meridian ${line}`, `      ${what}`]);
      return own.options(options).epilogue(['Examples:', ...lines].join('\n'));
    },
    async (given) => {
      const { listenForInterruption } = await import('./session.js');
      listenForInterruption();
      await run(given);
    },
  );
}

const WORDS: Readonly<Record<string, string>> = {
  type: 'The type of objects, as `meridian resources` lists them; older names are taken as well',
  id: 'The id of the object',
  ids: 'The ids of the objects',
  fields: '`field=value`; `field=` clears one, a link takes ids: `processes=1,2`, `:=` takes JSON',
  file: 'The file',
  query: 'The id of a stored query, or a text: `FROM applications WHERE rto <= 60`',
  name: 'The name of the report',
  shell: 'bash or zsh',
};

function describe(own: Argv, name: string): void {
  own.positional(name, {
    describe: WORDS[name]!,
    type: 'string',
    ...(name === 'shell' && { choices: ['bash', 'zsh'] }),
  });
}

/** What yargs objects to, and how the command is called. */
function sentenceOf(message: string, [name]: readonly string[]): string {
  const meant = DEFINITIONS.find(({ command }) => nameOf(command) === name);
  const what = message.startsWith('Not enough non-option') ? 'Something is missing.' : message;
  return meant
    ? `${what}\nmeridian ${meant.command}; meridian ${name} --help tells more.`
    : `${what}\nmeridian --help tells more.`;
}

/** Throws a UsageError for a command that there is not, with the nearest one. */
function requireCommand(name: string, local: Local): void {
  const names = [...DEFINITIONS.map(({ command }) => nameOf(command)), ...local.map(([each]) => each)];
  if (names.includes(name)) return;
  const near = nearest(name, names);
  const hint = near === undefined ? `\n\n${helpOf(local)}` : ` Did you mean ${near}?`;
  throw new UsageError(`There is no command '${name}'.${hint}`);
}
