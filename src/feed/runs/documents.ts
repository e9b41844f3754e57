/** Documents that are read whole before anything is made of them: by those who may list what they name, and no larger than a plan. */
import type { Config } from '../../config.js';
import { can, type Caller, type RequestContext } from '../../core/http/caller.js';
import { forbidden } from '../../core/http/errors.js';
import { isObject } from '../../core/http/request-body.js';
import type { Message } from '../../core/i18n/messages.js';
import { Turns } from '../../core/turns.js';
import type { LeftOut } from '../connectors/index.js';
import { DocumentItem } from '../document/document-item.js';
import type { Envelope, Item, SentItem } from '../document/model.js';
import type { Kinds } from '../plan/kinds.js';
import { PlanMemory, type PlanCost } from '../plan/plan-cost.js';

/** Bytes of an item beside its JSON. */
const ITEM = 200;

/** A document on its way: what it says of itself, and its items, read once. */
export interface Submission {
  readonly envelope: Envelope;
  readonly items: AsyncIterable<SentItem>;
  /** Of a tool's file, and of a document that was made of one: what no item came of, known once all are read. */
  readonly leftOut?: LeftOut;
}

/** A document that is read. */
export interface Document {
  readonly envelope: Envelope;
  readonly items: readonly DocumentItem[];
  readonly leftOut: readonly Message[];
  /** What it and its plan hold in memory until work on it ends. */
  readonly cost: PlanCost;
}

export class Documents {
  private readonly memory = new PlanMemory();

  constructor(
    private readonly kinds: Kinds,
    private readonly config: Pick<Config, 'feedMaxPointers' | 'feedPlanMemory'>,
  ) {}

  /**
   * All items, if the caller may list every type that they name or point to: the same answer for objects that there are and that
   * there are not. Throws 403; 413; 429 and 503 where other documents leave no room, and 503 where the client has left.
   */
  async read({ envelope, items, leftOut }: Submission, { caller, gone }: RequestContext): Promise<Document> {
    const all: DocumentItem[] = [];
    const known = new Set<string>();
    const cost = this.open(caller);
    const turns = new Turns(gone);
    try {
      for await (const sent of items) {
        if (!caller.admin) this.requireListed(sent.item, caller, known);
        const room = cost.holdOrWait('items', ITEM + 2 * sent.text.length);
        if (room) await room;
        all.push(new DocumentItem(sent));
        await turns.rest();
      }
    } catch (error) {
      cost.end();
      throw error;
    }
    return { envelope, items: all, leftOut: leftOut?.lost ?? [], cost };
  }

  /** What work of a user will hold in memory, until its `end`. */
  open({ userId }: Caller): PlanCost {
    const { feedMaxPointers: pointers, feedPlanMemory: bytes } = this.config;
    return this.memory.open(userId, { pointers, bytes });
  }

  /** `known`: types, and names of values, that were looked at already. */
  private requireListed(item: Item, caller: Caller, known: Set<string>): void {
    const kind = this.kinds.find(item.type);
    if (!kind) return;
    const need = (path: string): void => {
      const ability = `${this.kinds.resourceAt(path).key}_access`;
      if (!can(caller, ability)) throw forbidden(ability);
    };
    if (!known.has(kind.path)) {
      known.add(kind.path);
      need(kind.path);
    }
    for (const said of [item.set, item.initial ?? {}]) {
      for (const [name, value] of Object.entries(said)) {
        const end = this.endIn(value);
        const key = `${kind.path} ${name} ${end ?? ''}`;
        if (known.has(key)) continue;
        known.add(key);
        const targets = kind.targetsOf(name);
        for (const target of targets) if (end === undefined || !targets.includes(end) || target === end) need(target);
      }
    }
  }

  /** The path of the type that an end names: of what may stand there, it points to that alone. */
  private endIn(said: unknown): string | undefined {
    const type = isObject(said) ? said['type'] : undefined;
    return typeof type === 'string' ? (this.kinds.find(type)?.path ?? type) : undefined;
  }

  /** Does work with a document that is still being read; what is made of it holds until then. */
  async use<T>(submission: Submission, context: RequestContext, work: (document: Document) => Promise<T>): Promise<T> {
    const document = await this.read(submission, context);
    return work(document).finally(() => document.cost.end());
  }
}
