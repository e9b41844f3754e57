/** Settings of what happens in the map and is told to programs. */
import { Flag, OneOf, readSettings, Setting, WholeNumber, type Environment } from '../core/settings.js';
import { isCidr } from '../core/text/addresses.js';

class EventsEnvironment {
  /** Changes are published and told; without it the journal and the history stay. */
  @Flag('EVENTS') enabled = true;
  /** Streams that this server holds at a time. */
  @WholeNumber('STREAMS', 0, 100_000) streams = 500;
  /** Streams of one user at a time. */
  @WholeNumber('STREAMS_PER_USER', 1, 100_000) streamsPerUser = 10;
  /** Hosts, wildcards and networks to which hooks may send although they are not public, by http too. */
  @Setting(
    'WEBHOOK_TARGETS',
    targetsIn,
    () =>
      'WEBHOOK_TARGETS must be names of hosts, wildcards and networks, separated by commas, such as ' +
      'hooks.intra.example, *.intra.example, 10.20.0.0/16.',
  )
  webhookTargets: string[] = [];
  /** Seconds for which the answer of a receiver is awaited. */
  @WholeNumber('WEBHOOK_TIMEOUT', 1, 60) webhookTimeout = 15;
  /** The proxy through which hooks send; it may hold a user, and is told to nobody. */
  @Setting(
    'WEBHOOK_PROXY',
    proxyIn,
    () => 'WEBHOOK_PROXY must be the http address of a proxy, such as http://proxy.intra.example:3128.',
  )
  webhookProxy: URL | undefined;
  /** Whether writes of other programs into the database are looked for; undefined: where the older application made it. */
  @OneOf('OUTSIDE_WRITES', ['watch', 'off']) outsideWrites: 'watch' | 'off' | undefined;
  /** Seconds between two looks for them. */
  @WholeNumber('OUTSIDE_WRITES_EVERY', 1, 86_400) outsideWritesEvery = 60;
}

export type EventsSettings = Readonly<EventsEnvironment>;

function targetsIn(text: string): string[] | undefined {
  const entries = text.split(/[\s,]+/).filter(Boolean);
  const targets = entries.flatMap((entry) => targetIn(entry) ?? []);
  return targets.length === entries.length ? targets : undefined;
}

/** One entry of `WEBHOOK_TARGETS`; undefined for what is none. */
export function targetIn(text: string): string | undefined {
  if (isCidr(text)) return text.endsWith('/0') || text.includes('%') ? undefined : text.toLowerCase();
  return /^(\*\.)?[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/i.test(text)
    ? text.toLowerCase()
    : undefined;
}

function proxyIn(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'http:' && url.pathname === '/' && !url.search && !url.hash ? url : undefined;
}

/** The settings. What is wrong is added to `problems`. */
export const eventsSettings = (environment: Environment, problems: string[]): EventsSettings =>
  Object.freeze(readSettings(EventsEnvironment, environment, problems));

/** Where events say that they come from. */
export const sourceOf = (config: { publicUrl: string | undefined; host: string; port: number }): string =>
  config.publicUrl ?? `http://${config.host}:${config.port}`;

/** Where the `data` of every event is described. */
export const schemaAddress = (source: string): string => `${source}/api/asyncapi.json#/components/schemas/Change`;

/** Whether writes of other programs are looked for: where the older application made the database, unless that is said. */
export const watchesOutside = ({ outsideWrites }: EventsSettings, { shared }: { shared: boolean }): boolean =>
  (outsideWrites ?? (shared ? 'watch' : 'off')) === 'watch';
