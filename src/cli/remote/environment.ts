/** What the command line takes from the environment: it runs on other machines than the server, whose settings these are not. */
import { homedir } from 'node:os';
import { join } from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

/** Where things are kept, and what stands in place of a sign-in. */
export interface Environment {
  url: string | undefined;
  token: string | undefined;
  /** Holds the sign-in. */
  configFolder: string;
  /** Holds what is known of servers, for completion. */
  cacheFolder: string;
  /** Columns of the terminal, where it does not say so itself. */
  columns: number | undefined;
}

/** Reads `MERIDIAN_URL`, `MERIDIAN_TOKEN`, `XDG_CONFIG_HOME`, `XDG_CACHE_HOME` and `COLUMNS`. */
export function environmentOf(variables: Variables = process.env): Environment {
  const folder = (name: string, usual: string): string => join(variables[name] || join(homedir(), usual), 'meridian');
  return {
    url: variables['MERIDIAN_URL']?.trim() || undefined,
    token: variables['MERIDIAN_TOKEN']?.trim() || undefined,
    configFolder: folder('XDG_CONFIG_HOME', '.config'),
    cacheFolder: folder('XDG_CACHE_HOME', '.cache'),
    columns: Number(variables['COLUMNS']) || undefined,
  };
}
