/** The commands that work over HTTP: words, options, examples. What they do is loaded when they are called. */
import type { CommandOutline } from './completion.js';
import { asking, completing } from './definitions/asking.js';
import { files, writing } from './definitions/changing.js';
import { URL_OPTION, type Definition } from './definitions/definition.js';
import { reading, signingIn } from './definitions/reading.js';

export const DEFINITIONS: readonly Definition[] = [
  ...signingIn,
  ...reading,
  ...writing,
  ...files,
  ...asking,
  completing,
].map((definition) => ({ ...definition, options: { ...definition.options, url: URL_OPTION } }));

/** `get <type> <id>` → `get`. */
export const nameOf = (command: string): string => command.split(' ')[0]!;

/** What completion needs to know of the commands. */
export const outlines = (): CommandOutline[] =>
  DEFINITIONS.map(({ command, takes, fields, options }) => ({
    name: nameOf(command),
    takes,
    ...(fields && { fields }),
    options: [...Object.keys(options), 'help'].map((name) => `--${name}`),
    values: Object.fromEntries(
      Object.entries(options).flatMap(([name, { choices }]) => (choices ? [[`--${name}`, choices.map(String)]] : [])),
    ),
  }));
