/** What a command is made of, and the options that several of them share. */
import type { Options } from 'yargs';
import type { CommandOutline } from '../completion.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- yargs checks the options of each command at run time
type Given = any;

export interface Definition {
  /** As yargs reads it: `get <type> <id>`. */
  command: string;
  summary: string;
  takes: CommandOutline['takes'];
  /** Words behind the type are `field=value`. */
  fields?: boolean;
  options: Readonly<Record<string, Options>>;
  examples: ReadonlyArray<readonly [command: string, what: string]>;
  run(given: Given): Promise<unknown>;
}

export const FORMATS = ['table', 'json', 'csv', 'jsonl'] as const;

export const text = (describe: string): Options => ({ type: 'string', requiresArg: true, describe });
export const texts = (describe: string): Options => ({ type: 'string', array: true, requiresArg: true, describe });
export const flag = (describe: string): Options => ({ type: 'boolean', describe });

export const URL_OPTION: Options = {
  ...text('The server; otherwise MERIDIAN_URL, or where you are signed in'),
  global: true,
};
export const OUTPUT: Options = {
  choices: FORMATS,
  alias: 'o',
  requiresArg: true,
  describe: 'A table on a terminal, JSON otherwise',
};
export const DRY_RUN = flag('Checks everything and stores nothing');
export const CHOICE = {
  include: texts('Related objects that come along, as `logicalServers,processesCount`'),
  fields: texts('Only these columns, as `name,rto`'),
};
