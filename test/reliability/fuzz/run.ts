/** A run of generated requests against one server: every answer is looked at. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { holders } from '../../access/doors.js';
import { checkAnswer } from '../../support/answers.js';
import { ADMIN, type TestServer } from '../../support/server.js';
import { randomBelow } from '../../core/text/seeded.js';
import { written } from './bodies.js';
import { shuffled, type Below } from './chance.js';
import { Client, type Answer, type Request } from './client.js';
import { MARKUP } from './nasty.js';
import { Description, type Operation } from './operations.js';
import { corrupted, spoil, type Spoilt } from './spoil.js';
import { Tally } from './tally.js';
import { Drafts, urlOf } from './valid.js';
import { World } from './world.js';

/** Of ten requests so many are as they should be. */
const GOOD_OF_TEN = 6;
const LONGEST_TOLD = 600;

/** What a run did. */
export interface Outcome {
  tally: Tally;
  /** Bytes of the heap, after a clean-up, once everything was used once and at the end. */
  heap: { begin: number; end: number };
}

/** The heap after a clean-up, in bytes. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let i = 0; i < 3; i++) collect();
  return process.memoryUsage().heapUsed;
}

export class Run {
  private readonly description = new Description();
  private readonly below: Below;
  private readonly world: World;
  private readonly drafts: Drafts;
  private readonly client: Client;
  private readonly tally = new Tally();
  private token = '';

  constructor(
    private readonly server: TestServer,
    seed: number,
  ) {
    this.below = randomBelow(seed);
    this.world = new World(this.below);
    this.drafts = new Drafts(this.description, this.world, this.below);
    this.client = new Client(server.url);
  }

  /** Asks every operation `rounds` times, in another order each time; of a part of a round only the first `most`. */
  async rounds(rounds: number, most = Infinity): Promise<Outcome> {
    await this.world.begin(this.server);
    let begin = 0;
    for (let round = 0; round < rounds; round++) {
      for (const operation of shuffled(this.description.operations, this.below).slice(0, most))
        await this.one(operation);
      await this.tidy();
      // Whatever is made once is there by then: compiled schemas, statements, connections.
      if (round === Math.floor(rounds / 4)) begin = heapInUse();
    }
    this.client.close();
    return { tally: this.tally, heap: { begin, end: heapInUse() } };
  }

  private async one(operation: Operation): Promise<void> {
    const draft = this.drafts.of(operation);
    const isGood =
      this.below(10) < GOOD_OF_TEN || (this.world.isFull(operation.resource) && operation.id.startsWith('massDestroy'));
    const request = await this.request(operation, isGood ? draft : spoil(draft, this.below));
    const begun = performance.now();
    try {
      const answer = await this.client.ask(request);
      this.tally.count(operation.name, answer.status, performance.now() - begun);
      for (const problem of problemsOf(request, answer)) this.fail(request, `${answer.status} ${problem}`);
      if (answer.status === 401) this.token = '';
      this.world.learn(operation, request, answer);
    } catch (error) {
      this.fail(request, (error as Error).message);
    }
  }

  private async request(operation: Operation, draft: Spoilt): Promise<Request> {
    const body = await this.prepared(operation, draft);
    const { headers } = draft;
    const token = draft.token === undefined ? await this.tokenFor(operation) : draft.token;
    const made = body === undefined || !draft.type ? undefined : written(body, draft.type);
    const bytes = draft.bytes ?? made?.bytes;
    const sent = bytes && draft.corruptAt !== undefined ? corrupted(bytes, draft.corruptAt) : bytes;
    const said = body as { _method?: string; ids?: unknown[] } | undefined;
    return {
      method: draft.method,
      url: draft.url ?? urlOf(draft),
      headers: {
        ...(made && { 'content-type': made.header }),
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: sent,
      isDry: draft.query.some(([name]) => name === 'dry_run'),
      overridden: said?._method,
      ids: Array.isArray(said?.ids) ? said.ids.filter((one) => typeof one === 'number') : [],
    };
  }

  /** Log-ins and passwords need what is true at the moment. */
  private async prepared({ id }: Operation, { body, type, bytes }: Spoilt): Promise<unknown> {
    if (bytes || !type || typeof body !== 'object' || body === null || this.below(4) === 0) return body;
    if (id === 'login') return { login: ADMIN.login, password: ADMIN.password };
    if (id !== 'changePassword' && id !== 'overridePassword') return body;
    const { token } = await this.server.userWith([]);
    this.token = token;
    return { ...body, old_password: ADMIN.password, new_password: 'Another-horse-9' };
  }

  /** The token of an administrator that nobody else uses; a fresh one where the last may have ended. */
  private async tokenFor({ id }: Operation): Promise<string> {
    const own = this.token;
    const ends = id === 'logout' || /^(change|override)Password$/.test(id);
    if (ends && own && /Password$/.test(id)) {
      this.token = '';
      return own;
    }
    if (own && !ends) return own;
    const [fresh] = await holders(this.server, [[]], 1);
    if (!ends) this.token = fresh!;
    return fresh!;
  }

  /** Keeps the journal and the kept answers from growing: what is asked of them is the same with few rows. */
  private async tidy(): Promise<void> {
    const { database } = this.server;
    const [last] = await database.all('SELECT MAX(id) AS id FROM audit_logs');
    await database.run('DELETE FROM audit_logs WHERE id < ?', [Number(last!['id'] ?? 0) - 200]);
    await database.run('DELETE FROM own_idempotency_keys');
  }

  private fail({ method, url, headers, body }: Request, told: string): void {
    const { authorization: _, ...rest } = headers;
    const text = body?.toString('latin1').slice(0, LONGEST_TOLD) ?? '';
    this.tally.fail(
      `${method} ${url.slice(0, LONGEST_TOLD)} ${JSON.stringify(rest).slice(0, LONGEST_TOLD)} ${text}\n  → ${told}`,
    );
  }
}

const isError = (body: unknown, status: number): boolean => {
  const { message, code } = (body ?? {}) as { message?: unknown; code?: unknown };
  return typeof message === 'string' && code === status;
};

/** Everything that is wrong with an answer. */
export function problemsOf({ method, url }: Pick<Request, 'method' | 'url'>, answer: Answer): string[] {
  const { status, headers, body, text } = answer;
  const contentType = headers['content-type'] ?? '';
  const problems: string[] = [];
  if (status >= 500) problems.push(`is a failure: ${text.slice(0, LONGEST_TOLD)}`);
  // A page for people stands where a program of mail opens an address.
  const isPage = method === 'GET' && url.startsWith('/letters/');
  if (/html|svg/.test(contentType) && !isPage) problems.push(`has the media type ${contentType}`);
  if (/xml/.test(contentType) && text.includes(MARKUP)) problems.push('holds markup that came from a request');
  if (headers['x-content-type-options'] !== 'nosniff') problems.push('lets browsers guess its type');
  if (!headers['x-request-id']) problems.push('has no request id');
  // What is no request at all has no operation that could tell of it.
  if (status === 431) return [...problems, ...(isError(body, status) ? [] : ['has no message and code'])];
  try {
    checkAnswer({ method, url, status, contentType, body });
  } catch (error) {
    problems.push((error as Error).message.slice(0, LONGEST_TOLD));
  }
  return problems;
}
