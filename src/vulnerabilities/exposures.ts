/** Whether objects are reachable from outside, and how much fails with them, as far as a caller sees the map. */
import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../core/http/caller.js';
import { ApiError } from '../core/http/errors.js';
import { GraphService, type ExposedObject } from '../graph/index.js';

/** An object by the path of its type. */
export interface Place {
  kind: string;
  id: number;
}

/** What is known of objects. */
export interface Exposed {
  of(place: Place): ExposedObject | null;
}

/** The kinds of objects that are outside. */
const OUTSIDE = ['external-connected-entities'];
/** What is worked out for one list: the most urgent objects first. */
const [MOST_OBJECTS, MOST_OUTAGES] = [5000, 500];
/** Answers that are kept: of one state of the map the same is asked page by page. */
const KEPT = 16;

const keyOf = ({ kind, id }: Place): string => `${kind} ${id}`;

@Injectable()
export class Exposures {
  private readonly logger = new Logger('Vulnerabilities');
  private readonly kept = new Map<string, ReadonlyMap<string, ExposedObject | null>>();

  constructor(private readonly graph: GraphService) {}

  /**
   * Looks some objects up, the weightiest first. Where the graph is busy nothing is known of them: a list is not held up by what only
   * puts it in order.
   */
  async of(places: readonly Place[], caller: Caller): Promise<Exposed> {
    try {
      const known = await this.look(places.slice(0, MOST_OBJECTS), caller);
      return { of: (place) => known.get(keyOf(place)) ?? null };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status < 422) throw error;
      this.logger.warn(`what is reachable from outside is left out: ${error.message}`);
      return { of: () => null };
    }
  }

  private async look(of: readonly Place[], caller: Caller): Promise<ReadonlyMap<string, ExposedObject | null>> {
    if (!of.length) return new Map();
    const visible = await this.graph.visibleKinds(caller);
    const snapshot = await this.graph.snapshot(caller.userId);
    const asked = JSON.stringify([snapshot, caller.userId, visible, of]);
    const key = createHash('sha256').update(asked).digest('base64');
    const before = this.kept.get(key);
    if (before) return before;
    const answer = await this.graph.exposure({ of, outside: OUTSIDE, most: MOST_OUTAGES }, visible, caller);
    const known = new Map(of.map((place, i) => [keyOf(place), answer[i] ?? null]));
    this.kept.set(key, known);
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value!);
    return known;
  }
}
