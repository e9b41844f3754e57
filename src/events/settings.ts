/** Settings of what happens in the map and is told to programs. */
import { Flag, readSettings, WholeNumber, type Environment } from '../core/settings.js';

class EventsEnvironment {
  /** Changes are published and told; without it the journal and the history stay. */
  @Flag('EVENTS') enabled = true;
  /** Streams that this server holds at a time. */
  @WholeNumber('STREAMS', 0, 100_000) streams = 500;
  /** Streams of one user at a time. */
  @WholeNumber('STREAMS_PER_USER', 1, 100_000) streamsPerUser = 10;
}

export type EventsSettings = Readonly<EventsEnvironment>;

/** The settings. What is wrong is added to `problems`. */
export const eventsSettings = (environment: Environment, problems: string[]): EventsSettings =>
  Object.freeze(readSettings(EventsEnvironment, environment, problems));

/** Where events say that they come from. */
export const sourceOf = (config: { publicUrl: string | undefined; host: string; port: number }): string =>
  config.publicUrl ?? `http://${config.host}:${config.port}`;

/** Where the `data` of every event is described. */
export const schemaAddress = (source: string): string => `${source}/api/asyncapi.json#/components/schemas/Change`;
