/** A client that writes one thing after the other, of all kinds, and notes what was acknowledged. */
import { createHash } from 'node:crypto';
import { upload, type Answer, type Client, type Sending } from './http.js';
import { ABSENT, type Ledger, type State, type Thing } from './ledger.js';
import { pause } from './waiting.js';

export type Below = (bound: number) => number;

/** Objects of one mass action. */
const MASS = 20;
/** Servers and applications whose links one writer changes, from both ends. */
export const LINKED = 3;
/** After a refusal, in milliseconds. */
const REST = 100;

/** The path of each kind of thing. */
export const PATHS: Record<string, string> = {
  single: '/api/applications',
  mass: '/api/buildings',
  server: '/api/logical-servers',
  application: '/api/applications',
  document: '/api/documents',
};

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export class Writer {
  private count = 0;
  private links: Thing | undefined;
  private servers: number[] = [];
  private applications: number[] = [];

  /** `name`: stands in the names of all that it writes; `client`: may change under way. */
  constructor(
    private readonly name: string,
    private readonly client: () => Client,
    private readonly ledger: Ledger,
    private readonly below: Below,
  ) {}

  /** Makes the objects that are linked. Throws unless all goes well. */
  async prepare(): Promise<void> {
    for (let at = 0; at < LINKED; at++) {
      this.servers.push(await this.made(PATHS['server']!, `${this.name}-s${at}`));
      this.applications.push(await this.made(PATHS['application']!, `${this.name}-a${at}`));
    }
    this.links = this.ledger.make('links', this.name);
    this.links.acknowledge('000000000');
  }

  /** Writes until it is told to end. */
  async run(ended: () => boolean): Promise<void> {
    while (!ended()) if (!(await this.step())) await pause(REST);
  }

  /** One write; false where it was not acknowledged. */
  step(): Promise<boolean> {
    const dice = this.below(10);
    if (dice < 3) return this.single();
    if (dice < 5) return this.mass();
    if (dice < 8) return this.link();
    return this.document();
  }

  private async made(path: string, name: string): Promise<number> {
    const { status, body } = await this.client().send('POST', path, { body: { name } });
    if (status !== 201) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return idOf(body);
  }

  private single(): Promise<boolean> {
    const thing = this.pick('single');
    const description = `v${++this.count}`;
    const path = PATHS['single']!;
    if (!thing) {
      const made = this.ledger.make('single', `${this.name}-${this.count}`);
      return this.write(made, description, 'POST', path, { body: { name: made.name, description } });
    }
    const one = `${path}/${thing.ids[0]}`;
    if (this.below(4) === 0) return this.write(thing, ABSENT, 'DELETE', one);
    return this.write(thing, description, 'PATCH', one, { body: { description } });
  }

  private mass(): Promise<boolean> {
    const thing = this.pick('mass');
    const description = `v${++this.count}`;
    const path = PATHS['mass']!;
    if (!thing) {
      const made = this.ledger.make('mass', `${this.name}-${this.count}`);
      const items = Array.from({ length: MASS }, (_, at) => ({ name: `${made.name}-${at}`, description }));
      return this.write(made, description, 'POST', `${path}/mass-store`, { body: { items } });
    }
    const { ids } = thing;
    if (this.below(3) === 0) return this.write(thing, ABSENT, 'DELETE', `${path}/mass-destroy`, { body: { ids } });
    const items = ids.map((id) => ({ id, description }));
    return this.write(thing, description, 'PUT', `${path}/mass-update`, { body: { items } });
  }

  /** Sets the links of one server, or of one application, to a random part of those at the other end. */
  private link(): Promise<boolean> {
    // The other end of a link in doubt would be guessed.
    if (this.links!.doubtful) return this.single();
    const fromServer = this.below(2) === 0;
    const at = this.below(LINKED);
    const bits = Array.from({ length: LINKED }, () => this.below(2));
    const cells = [...this.links!.state];
    bits.forEach((bit, other) => (cells[fromServer ? at * LINKED + other : other * LINKED + at] = String(bit)));
    const [own, others] = fromServer ? [this.servers, this.applications] : [this.applications, this.servers];
    const field = fromServer ? 'applications' : 'logical_servers';
    const body = { [field]: others.filter((_, other) => bits[other]) };
    const path = PATHS[fromServer ? 'server' : 'application']!;
    return this.write(this.links!, cells.join(''), 'PATCH', `${path}/${own[at]}`, { body });
  }

  private document(): Promise<boolean> {
    const bytes = Buffer.alloc(1 + this.below(60_000), `${this.name} ${++this.count} `);
    const thing = this.below(3) === 0 ? this.pick('document') : undefined;
    const to = thing ?? this.ledger.make('document', `${this.name}-${this.count}.txt`);
    const path = thing ? `${PATHS['document']}/${thing.ids[0]}` : PATHS['document']!;
    return this.write(to, hashOf(bytes), thing ? 'PUT' : 'POST', path, upload(bytes, to.name));
  }

  /** A thing of this writer that is there for certain, half of the time. */
  private pick(kind: string): Thing | undefined {
    const own = this.ledger.things.filter(
      (thing) =>
        thing.kind === kind &&
        thing.name.startsWith(`${this.name}-`) &&
        thing.ids.length > 0 &&
        thing.state !== ABSENT &&
        !thing.doubtful,
    );
    return this.below(2) === 0 ? undefined : own[this.below(own.length || 1)];
  }

  private async write(thing: Thing, to: State, method: string, path: string, sending?: Sending): Promise<boolean> {
    let answer: Answer;
    try {
      answer = await this.client().send(method, path, sending);
    } catch (error) {
      // Where nobody listens nothing was sent.
      if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return false;
      thing.doubt(to);
      this.ledger.unanswered++;
      return false;
    }
    this.ledger.count(answer.status);
    if (answer.status < 300) {
      thing.acknowledge(to);
      this.ledger.acknowledged++;
      if (!thing.ids.length && thing.kind !== 'links') thing.ids = idsOf(answer.body);
      return true;
    }
    thing.doubt(to);
    this.ledger.unanswered++;
    if (![502, 503, 504, 507].includes(answer.status)) {
      this.ledger.wrong.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
    }
    return false;
  }
}

const idOf = (body: { id?: number; data?: { id: number } }): number => (body.id ?? body.data?.id)!;

const idsOf = (body: { ids?: number[]; id?: number; data?: { id: number } }): number[] => body.ids ?? [idOf(body)];
