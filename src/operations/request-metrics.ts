/** Counts requests: how many are under way, how they were answered, and how long they took, by method and route. */
import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';

/** Upper ends of the classes of duration, in seconds; what takes longer has a class of its own. */
export const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Requests to one route by one method. */
export interface Line {
  method: string;
  /** The pattern (`/api/applications/:id`), so that there are no more lines than routes. */
  route: string;
  /** How many were answered with each status. */
  statuses: Map<number, number>;
  /** How many fell into each class of duration. */
  classes: Float64Array;
  /** Seconds, all of them together. */
  seconds: number;
}

/** Called for every request, so nothing is made here once a route is known. */
@Injectable()
export class Traffic {
  /** Requests whose answer is not yet sent to the end. */
  inProgress = 0;
  private readonly lines = new Map<string, Map<string, Line>>();
  private readonly left = (): void => void this.inProgress--;

  /** A request came in. It is under way until its answer is sent, or its client is gone. */
  begin(answer: ServerResponse): void {
    this.inProgress++;
    answer.once('close', this.left);
  }

  /** A request was answered. `route` is its pattern; undefined where there is none. */
  end(method: string, route: string | undefined, status: number, seconds: number): void {
    const line = this.lineOf(method, route ?? 'none');
    line.statuses.set(status, (line.statuses.get(status) ?? 0) + 1);
    let at = 0;
    while (at < BOUNDS.length && seconds > BOUNDS[at]!) at++;
    line.classes[at]!++;
    line.seconds += seconds;
  }

  /** What was counted so far. */
  *all(): Iterable<Line> {
    for (const routes of this.lines.values()) yield* routes.values();
  }

  private lineOf(method: string, route: string): Line {
    let routes = this.lines.get(method);
    if (!routes) this.lines.set(method, (routes = new Map()));
    let line = routes.get(route);
    if (!line) {
      line = { method, route, statuses: new Map(), classes: new Float64Array(BOUNDS.length + 1), seconds: 0 };
      routes.set(route, line);
    }
    return line;
  }
}
