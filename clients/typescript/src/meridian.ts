/** The client: a member for each resource, and what stands beside them. */
import { changesOver, type Change, type ChangesOptions } from './changes.js';
import { Documents } from './documents.js';
import { Download } from './download.js';
import { PATHS, type ReportName, type Shapes, type User } from './generated.js';
import { graphOver, type Graph } from './graph.js';
import { Preferences } from './preferences.js';
import { Queries } from './queries.js';
import { ANY, asked } from './requests.js';
import { Resource } from './resource.js';
import { USUAL_POLICY, type RetryPolicy } from './retry.js';
import type { SearchAnswer, SearchOptions, Summary } from './search.js';
import { SignIn, type SignedIn } from './sign-in.js';
import { Tokens } from './tokens.js';
import { Transport, type Call } from './transport.js';
import type { CallOptions, Name } from './types.js';

/** Where the server is, and who asks: a `token`, or `login` and `password`. */
export interface MeridianOptions {
  /** Such as `https://map.example.org`; what stands before `/api`. */
  url: string;
  token?: string;
  /** A login or e-mail address. The client signs in when it has to, and again once the token has expired. */
  login?: string;
  password?: string;
  /** Milliseconds that one attempt may take until its answer begins; 0: any time. */
  timeout?: number;
  /** How patiently requests are repeated that can be; `retries: 0` never does. */
  retry?: Partial<RetryPolicy>;
  /** Headers of every request, such as `Accept-Language: fr`. */
  headers?: Readonly<Record<string, string>>;
  /** Another `fetch`, for tests and proxies. */
  fetch?: typeof fetch;
}

/** The caller, with every ability, and the ids of objects that were delegated to them one by one, by the path of their resource. */
export type Me = User & {
  abilities: string[];
  delegated: Record<string, number[]>;
  /** Of whom perimeters limit: these. */
  perimeters?: Array<{ id: number; name: string }>;
  /** Where homes limit besides: of these perimeters only what is at home in these. */
  homes?: Array<{ id: number; name: string }>;
  /** A second factor is required of them, and they have none: until they do, they can do nothing but get one. */
  enrol?: boolean;
  /** In the pages of a browser: when it ends if it is not used, and when in any case. */
  session?: { id: number; expires_at: string; ends_at: string };
};

/** A report as JSON: its sheets with their cells. */
export interface Report {
  report: string;
  generatedAt: string;
  sheets: Array<{
    name: string;
    columns: string[];
    /** Places of the columns whose numbers 0 to 4 stand for insignificant to very high. */
    levels?: number[];
    /** Places of the rows that add up those below them. */
    sums?: number[];
    rows: Array<Array<string | number | boolean | null>>;
  }>;
}

export type ReportFormat = 'json' | 'xlsx' | 'csv' | 'docx';

/** What a report takes; `date`, `granularity`, `views` and `objects` belong to some of them. */
export interface ReportOptions extends CallOptions {
  format?: ReportFormat;
  /** The language of headings; those of JSON are English. */
  lang?: 'en' | 'fr';
  /** Of CSV: another sheet than the first. */
  sheet?: string;
  sep?: string;
  bom?: 0 | 1;
  date?: string;
  granularity?: 1 | 2 | 3;
  views?: string;
  objects?: 'applications' | 'all';
}

/** The resources as members: `client.applications`, `client.logicalServers`. */
export type Resources = {
  readonly [N in Name]: N extends 'documents'
    ? Pick<Documents, Exclude<Shapes[N]['methods'], 'create'> | 'upload' | 'replace' | 'download' | 'path'>
    : N extends 'queries'
      ? Pick<Queries, Shapes[N]['methods'] | 'run' | 'draw' | 'execute' | 'graph' | 'path'>
      : Pick<Resource<N>, Shapes[N]['methods'] | 'path'>;
};

export interface Meridian extends Resources {}

const TIMEOUT = 60_000;

export class Meridian {
  /** Named tokens, for scripts. */
  readonly tokens: Tokens;
  /** The graph: who is near whom, and what an outage takes with it. */
  readonly graph: Graph;
  /** What pages remember for the caller. */
  readonly preferences: Preferences;
  /** With which the client signs in by itself. */
  private password: string | undefined;
  private readonly transport: Transport;
  private readonly signIn: SignIn;

  constructor(options: MeridianOptions) {
    const { url, token, login, password, headers = {}, timeout = TIMEOUT } = options;
    if (!/^https?:\/\//.test(url)) throw new TypeError(`url must begin with http:// or https://, not '${url}'.`);
    this.password = password;
    const log = login !== undefined && password !== undefined ? () => this.postLogin(login, this.password!) : undefined;
    this.signIn = new SignIn(token, log);
    const policy = { ...USUAL_POLICY, ...options.retry };
    // Browsers refuse a fetch that is called as a member of anything but their window.
    this.transport = new Transport(
      { url, headers, timeout, policy, fetch: options.fetch ?? ((...call) => fetch(...call)) },
      this.signIn,
    );
    this.tokens = new Tokens(this.transport);
    this.graph = graphOver(this.transport);
    this.preferences = new Preferences(this.transport);
    for (const [name, path] of Object.entries(PATHS)) Object.defineProperty(this, name, { value: this.made(path) });
  }

  /** Signs in; requests carry the new token from now on. Not needed where the options hold login and password. */
  async login(login: string, password: string): Promise<SignedIn> {
    const answer = await this.postLogin(login, password);
    this.signIn.take(answer);
    return answer;
  }

  /** Ends the token of this client. */
  async logout(options: CallOptions = {}): Promise<void> {
    await this.transport.send('POST', '/api/logout', options);
    this.signIn.forget();
  }

  /**
   * Changes one's own password. Every token of the user has ended afterwards: the client signs in with the new password
   * where it was made with login and password; otherwise `login` is next. Throws an ApiError with `errors` where a password
   * is not taken; a named token may not do it.
   */
  async changePassword(oldPassword: string, newPassword: string, options: CallOptions = {}): Promise<void> {
    const body = { old_password: oldPassword, new_password: newPassword };
    await this.transport.send('PUT', '/api/me/password', { ...options, body });
    this.password = newPassword;
    this.signIn.forget();
  }

  /** Who one is, and what one may do. */
  me(options: CallOptions = {}): Promise<Me> {
    return this.transport.json('GET', '/api/me', options);
  }

  /** Objects of all kinds by name, address or reference, the best first. */
  search(q: string, { kinds, ...options }: SearchOptions = {}): Promise<SearchAnswer> {
    return this.transport.json('GET', '/api/search', asked(options, { q, kinds: kinds && [kinds].flat().join(',') }));
  }

  /** What changed since a place in the feed, and then each change as it comes: `for await (const change of map.changes())`. */
  changes(options: ChangesOptions = {}): AsyncGenerator<Change, void> {
    return changesOver(this.transport, options);
  }

  /** The map in numbers, and what changed last; with `since`, such as `-7d`, what changed since as well. */
  summary({ since, ...options }: CallOptions & { since?: string } = {}): Promise<Summary> {
    return this.transport.json('GET', '/api/summary', asked(options, { since }));
  }

  /** A resource by its path or an older name of it, such as `logical-servers`, where that is known at run time only. */
  resource(path: string): Resource<Name> {
    return this.made(path) as Resource<Name>;
  }

  /** A report as JSON. */
  report(name: ReportName, options: ReportOptions & { format: 'json' }): Promise<Report>;
  /** A report as a file: a workbook, unless `format` says otherwise. */
  report(name: ReportName, options?: ReportOptions & { format?: Exclude<ReportFormat, 'json'> }): Promise<Download>;
  async report(name: ReportName, options: ReportOptions = {}): Promise<Report | Download> {
    const { signal, timeout, format = 'xlsx', ...query } = options;
    const call = { ...(signal && { signal }), ...(timeout !== undefined && { timeout }), query: { ...query, format } };
    const path = `/api/report/${encodeURIComponent(name)}`;
    if (format === 'json') return this.transport.json<Report>('GET', path, call);
    return new Download(await this.transport.send('GET', path, { ...call, headers: ANY }));
  }

  /** Any other request: the JSON that it answers. */
  request<T = unknown>(method: string, path: string, call: Call = {}): Promise<T> {
    return this.transport.json<T>(method, path, call);
  }

  /** As `request`, with the answer as it is: for headers, and for files. Throws as every request does. */
  send(method: string, path: string, call: Call = {}): Promise<Response> {
    return this.transport.send(method, path, call);
  }

  private made(path: string): Resource<Name> | Documents | Queries {
    if (path === PATHS.documents) return new Documents(this.transport, path);
    if (path === PATHS.queries) return new Queries(this.transport, path);
    return new Resource<Name>(this.transport, path);
  }

  private postLogin(login: string, password: string): Promise<SignedIn> {
    return this.transport.json('POST', '/api/login', { body: { login, password }, open: true });
  }
}
