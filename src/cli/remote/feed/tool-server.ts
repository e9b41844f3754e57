/**
 * Servers of tools, asked from the machine of whoever calls the command: the server of the map calls none. The token goes to the host
 * that was named and to no other, whatever an answer says.
 */
import { MAX_FILE_BYTES } from '../../../feed/connectors/connector.js';
import { LISTS, OLDEST } from '../../../feed/connectors/netbox-answers.js';
import { HOST_QUERY } from '../../../feed/connectors/zabbix.js';
import { Refused, Unavailable, UsageError } from '../../errors.js';
import { note, safeText } from '../../terminal.js';
import { environmentOf, signal as interrupted } from '../session.js';

/** Milliseconds for which a server may be silent, and within which all is said. */
export const PATIENCE = { silence: 60_000, total: 3_600_000 };
/** Bytes of an answer, answers in all, objects of a page, and hosts of an answer. */
const [MAX_ANSWER, MAX_PAGES, PAGE, HOSTS] = [64 << 20, 10_000, 500, 1000];
/** Characters of an answer that are shown. */
const MAX_SHOWN = 200;

/** A server that is asked, and with what. */
interface Called {
  /** The tool, as people call it. */
  tool: string;
  /** The environment holds the token under this name. */
  variable: string;
  /** Ends in a slash; what is asked for stands below it. */
  base: URL;
  token: string;
  /** Milliseconds for which it may be silent. */
  silence: number;
  /** Aborted when it has taken too long in all. */
  late: AbortSignal;
}

type Ask = (called: Called) => AsyncGenerator<Buffer>;

/** How the server of a connector is asked: its answers, of which all that is read is among them. */
const SERVERS: ReadonlyMap<string, { tool: string; variable: string; ends: RegExp; ask: Ask }> = new Map([
  ['netbox', { tool: 'NetBox', variable: 'NETBOX_TOKEN', ends: /\/api\/?$/, ask: netbox }],
  ['zabbix', { tool: 'Zabbix', variable: 'ZABBIX_TOKEN', ends: /\/api_jsonrpc\.php$/, ask: zabbix }],
]);

export const isAddress = (file: string): boolean => /^https?:\/\//i.test(file);

/**
 * All that a tool says, as one list of its answers.
 * @param connector what reads the answers
 * @param address where the tool is, as people open it
 * @returns its bytes. Throws a UsageError for what cannot be asked, and Unavailable or Refused, with what to do, where no answer
 * comes that can be read.
 */
export function answersOf(connector: string, address: string, patience = PATIENCE): AsyncGenerator<Buffer> {
  const server = SERVERS.get(connector);
  if (!server)
    throw new UsageError(`${connector} reads files: an address is for ${[...SERVERS.keys()].join(' and ')} alone.`);
  const { tool, variable, ends, ask } = server;
  if (!URL.canParse(address)) throw new UsageError(`'${address}' is no address.`);
  const base = new URL(address);
  if (base.username || base.password)
    throw new UsageError(`An address holds no password: the environment holds the token, as ${variable}.`);
  if (base.search || base.hash) throw new UsageError(`The address of ${tool} ends before ? and #.`);
  const token = environmentOf().tokenFor(variable);
  if (!token) throw new UsageError(`${tool} is asked with a token: put it into the environment, as ${variable}.`);
  // A header takes no other signs: the runtime would refuse them, and show the token with its reason.
  if (!/^[!-~]+$/.test(token))
    throw new UsageError(
      `${variable} holds more than a token: it is one line of letters, digits and signs, without blanks.`,
    );
  base.pathname = `${base.pathname.replace(ends, '').replace(/\/+$/, '')}/`;
  if (base.protocol === 'http:' && !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(base.hostname))
    note(`The token goes to ${base.host} as plain text, which others may read: https:// would not show it.`);
  const late = AbortSignal.timeout(patience.total);
  return listed(ask({ tool, variable, base, token, silence: patience.silence, late }));
}

/** Answers as one list; together no larger than a file may be. */
async function* listed(answers: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const answer of answers) {
    size += answer.length;
    if (size > MAX_FILE_BYTES)
      throw new Refused('It says more than a file may hold: feed parts of it, saved as files.');
    yield Buffer.from(size === answer.length ? '[' : ',');
    yield answer;
  }
  yield Buffer.from(']');
}

/** All lists of NetBox that are read, page by page. */
async function* netbox(called: Called): AsyncGenerator<Buffer> {
  // Since 4.5 tokens of a second kind say so.
  const authorization = `${called.token.startsWith('nbt_') ? 'Bearer' : 'Token'} ${called.token}`;
  let pages = 0;
  for (const [list, members] of Object.entries(LISTS)) {
    const start = new URL(`api/${list}/`, called.base);
    start.search = new URLSearchParams({
      ...{
        limit: String(PAGE),
        ordering: 'id',
        fields: ['id', 'url', ...members].join(','),
        exclude: 'config_context',
      },
    }).toString();
    const seen = new Set<string>();
    for (let url: URL | undefined = start; url;) {
      seen.add(url.search);
      if (++pages > MAX_PAGES)
        throw new Refused(
          `${called.tool} has more pages than the ${MAX_PAGES} that are read: feed parts of it, saved as files.`,
        );
      const answer: Answer = await ask(called, url, { headers: { authorization }, what: list });
      requireVersion(called, answer.headers.get('api-version') ?? undefined, `${OLDEST.split('.')[0]}.`);
      const { next, results } = answer.value as { next?: unknown; results?: unknown };
      if (!Array.isArray(results)) throw unreadable(called, `what it says of ${list} has no results`);
      yield answer.bytes;
      url = nextOf(called, next, start, seen);
    }
  }
}

/**
 * The next page: the question is taken of what NetBox says, the place is ours. Throws where NetBox names another host, or a page that
 * was there before.
 */
function nextOf({ tool, base }: Called, next: unknown, start: URL, seen: ReadonlySet<string>): URL | undefined {
  if (next === null || next === undefined) return undefined;
  const said = typeof next === 'string' && URL.canParse(next) ? new URL(next) : undefined;
  if (said?.host !== base.host || said.pathname !== start.pathname)
    throw new Refused(
      `${tool} says that the next page is at ${safeText(String(next).slice(0, MAX_SHOWN))}, and not below ${base.href}: nobody was ` +
        'asked there. Behind a proxy it must be given the host that its users call (X-Forwarded-Host).',
    );
  const url = new URL(start);
  url.search = said.search;
  if (seen.has(url.search))
    throw new Refused(`${tool} leads from one page of ${start.pathname} to itself: try again, or update it.`);
  return url;
}

/** All hosts of Zabbix, some at a time. */
async function* zabbix(called: Called): AsyncGenerator<Buffer> {
  const url = new URL('api_jsonrpc.php', called.base);
  const call = async (
    method: string,
    params: object,
    authorization?: string,
  ): Promise<Answer & { result: unknown }> => {
    const headers = { 'content-type': 'application/json-rpc', ...(authorization !== undefined && { authorization }) };
    const body = JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 });
    const answer = await ask(called, url, { headers, body, what: method });
    const { result, error } = answer.value as { result?: unknown; error?: { message?: unknown; data?: unknown } };
    if (error) {
      const said = shown(called, `${String(error.message)} ${String(error.data)}`);
      throw new Refused(
        `${called.tool} refuses ${method} (${said}): ${called.variable} must be a token of a user who may read hosts.`,
      );
    }
    return { ...answer, result };
  };
  const { result: version } = await call('apiinfo.version', []);
  requireVersion(called, typeof version === 'string' ? version : undefined, '7.');
  const authorization = `Bearer ${called.token}`;
  const { result: hosts } = await call('host.get', { output: ['hostid'], sortfield: 'hostid' }, authorization);
  if (!Array.isArray(hosts)) throw unreadable(called, 'what it says of host.get has no hosts');
  const ids = hosts.map((host) => (host as { hostid?: unknown } | null)?.hostid);
  if (!ids.length) yield Buffer.from('{"result":[]}');
  for (let at = 0; at < ids.length; at += HOSTS) {
    const { bytes, result } = await call(
      'host.get',
      { ...HOST_QUERY, hostids: ids.slice(at, at + HOSTS) },
      authorization,
    );
    if (!Array.isArray(result)) throw unreadable(called, 'what it says of host.get has no hosts');
    yield bytes;
  }
}

/** Throws unless the version begins as those that are read. */
function requireVersion({ tool, base }: Called, version: string | undefined, begins: string): void {
  if (version?.startsWith(begins)) return;
  if (version === undefined) throw new Refused(`${base.href} does not answer as ${tool} does: is that its address?`);
  throw new Refused(
    `${tool} ${safeText(version.slice(0, 20))} is not read here, ${begins}x is. A later version of meridian may read it.`,
  );
}

interface Answer {
  headers: Headers;
  value: unknown;
  bytes: Buffer;
}

/** Asks once. Throws Unavailable or a Refused that says what to do. */
async function ask(
  called: Called,
  url: URL,
  { headers, body, what }: { headers: Record<string, string>; body?: string; what: string },
): Promise<Answer> {
  const { tool, base, late } = called;
  const silence = new AbortController();
  const watch = setTimeout(() => silence.abort(), called.silence);
  try {
    const answer = await fetch(url, {
      ...{ method: body === undefined ? 'GET' : 'POST', redirect: 'manual' },
      headers: { accept: 'application/json', 'user-agent': 'meridian-cli', ...headers },
      ...(body !== undefined && { body }),
      signal: AbortSignal.any([silence.signal, late, interrupted]),
    });
    const { status } = answer;
    if (status >= 300 && status < 400) {
      await answer.body?.cancel();
      const to = safeText((answer.headers.get('location') ?? 'nowhere').slice(0, MAX_SHOWN));
      throw new Refused(
        `${base.href} leads elsewhere (${to}), where nobody was asked: name that address, if it is meant.`,
      );
    }
    const bytes = await bytesOf(answer, () => watch.refresh(), called);
    if (status !== 200) throw refusal(called, what, status, bytes);
    return { headers: answer.headers, bytes, value: parsed(called, bytes) };
  } catch (error) {
    interrupted.throwIfAborted();
    if (late.aborted)
      throw new Unavailable(
        `${tool} at ${base.href} has not said all that it has in ${PATIENCE.total / 60_000} minutes: feed parts of it, saved as files.`,
      );
    if (silence.signal.aborted)
      throw new Unavailable(
        `${tool} at ${base.href} was silent for ${called.silence / 1000} seconds. Try again later, or feed answers that are saved as files.`,
      );
    if (!(error instanceof TypeError)) throw error;
    const { code } = (error.cause ?? {}) as { code?: string };
    throw new Unavailable(
      `${tool} at ${base.href} cannot be reached (${code ?? error.message}): is that its address, and may this machine call it?`,
    );
  } finally {
    clearTimeout(watch);
  }
}

/** The beginning of what a tool says, on one line, and without the token where it repeats it. */
const shown = ({ token }: Called, said: string): string =>
  safeText(said.replaceAll(token, '…').slice(0, MAX_SHOWN).replace(/\s+/g, ' '));

/** What to do about an answer that is none. */
function refusal(called: Called, list: string, status: number, bytes: Buffer): Error {
  const { tool, variable, base } = called;
  const said = shown(called, bytes.toString('utf8', 0, MAX_SHOWN + called.token.length));
  if (status === 401 || status === 403)
    return new Refused(
      `${tool} refuses ${list} (${status} ${said}): ${variable} must be a valid token of a user who may view that.`,
    );
  if (status === 404)
    return new Refused(`There is no ${list} at ${base.href}: name the address at which ${tool} is opened.`);
  const words = `${tool} answers ${status} when it is asked for ${list}`;
  const isPassing = status === 429 || status >= 500;
  return isPassing ? new Unavailable(`${words}: try again later.`) : new Refused(`${words}: ${said}`);
}

async function bytesOf(answer: Response, more: () => void, { tool }: Called): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    more();
    size += piece.length;
    if (size > MAX_ANSWER)
      throw new Refused(`An answer of ${tool} is larger than ${MAX_ANSWER >> 20} MiB: it is not read.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function parsed(called: Called, bytes: Buffer): object {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Told below.
  }
  throw unreadable(called, 'it does not answer with JSON');
}

const unreadable = ({ tool, base }: Called, why: string): Error =>
  new Refused(`What ${base.href} answers cannot be read, since ${why}: is that the address of ${tool}?`);
