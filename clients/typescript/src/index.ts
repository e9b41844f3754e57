/** A typed client of Meridian's API, for Node and browsers. */
export { Meridian, type Me, type MeridianOptions, type Report, type ReportOptions } from './meridian.js';
export { ApiError, ConnectionError, type Problem, type WrongCell } from './errors.js';
export type { Change, ChangeAction, ChangedLink, ChangesOptions, ChangesPage } from './changes.js';
export { Download } from './download.js';
export { noticesIn, noticesOf, notModified, tagOf, type Notices, type NotModified } from './tags.js';
export type {
  CursorPage,
  Imported,
  ImportedRow,
  KnownOptions,
  MassAnswer,
  Page,
  SendOptions,
  SentFile,
  UpdateOptions,
} from './exchanged.js';
export type { Resource } from './resource.js';
export type { QueryGraph, QueryMeta, QueryRows, QueryText } from './queries.js';
export type { Graph, GraphAnswer, GraphQuery, GraphQuestion } from './graph.js';
export type { PreferenceObject, Preferences } from './preferences.js';
export type { Found, ObjectName, RecentObject, SearchAnswer, SearchOptions, SearchResult, Summary } from './search.js';
export type { NamedToken, NewToken } from './tokens.js';
export type { SignedIn } from './sign-in.js';
export type { RetryPolicy } from './retry.js';
export type { Call } from './transport.js';
export type * from './types.js';
export * from './generated.js';
