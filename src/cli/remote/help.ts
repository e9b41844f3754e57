/** The help of the program: all commands in a line each. Made without a library, so that it is there at once. */
import { DEFINITIONS } from './definitions.js';

/** Commands of the server's own machine: name and summary. */
export type Local = ReadonlyArray<readonly [name: string, summary: string]>;

const EXIT_CODES = `Exit codes: 0 done, 1 failed, 2 called wrongly, 3 not signed in, 4 not allowed, 5 not found,
            6 refused by the server, 7 server away, 130 broken off.`;

/** What `meridian --help` prints. */
export function helpOf(local: Local): string {
  const remote = DEFINITIONS.map(({ command, summary }) => [command, summary] as const);
  return [
    'meridian COMMAND: works on a map of Meridian.',
    '',
    'Over HTTP, as the user who is signed in:',
    ...columns(remote),
    '',
    'On the machine of the server, on the database of its settings (DATABASE_URL):',
    ...columns(local),
    '',
    'Begin with: meridian login --url https://map.example.org',
    'A command followed by --help says more and shows examples; --version tells the release.',
    EXIT_CODES,
    '',
  ].join('\n');
}

function columns(lines: Local): string[] {
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, summary]) => `  ${name.padEnd(width)}  ${summary}`);
}
