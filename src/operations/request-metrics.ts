/** Counts requests: how many are under way, how they were answered, and how long they took, by method and route. */
import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Counter, Histogram, Registry } from 'prom-client';

@Injectable()
export class RequestMetrics {
  readonly registry = new Registry();
  /** Requests whose answer is not yet sent to the end. */
  inProgress = 0;
  private readonly requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [this.registry],
  });
  private readonly durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the answer was sent, by method and route.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });
  private readonly left = (): void => void this.inProgress--;

  /** A request came in. It is under way until its answer is sent, or its client is gone. */
  begin(answer: ServerResponse): void {
    this.inProgress++;
    answer.once('close', this.left);
  }

  /** A request was answered. `route` is its pattern, so that there are no more lines than routes; undefined where there is none. */
  end(method: string, route = 'none', status: number, seconds: number): void {
    this.requests.inc({ method, route, status });
    this.durations.observe({ method, route }, seconds);
  }
}
