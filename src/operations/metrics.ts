/** The figures of the server, for Prometheus (contract 12). They are put together when they are asked for. */
import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { version } from '../core/version.js';
import { Database } from '../database/database.js';
import { LoadShedding } from './load-shedding.js';
import { RequestMetrics } from './request-metrics.js';

/** Figures of the process: there is one, however many servers it holds. */
let ofProcess: Registry | undefined;

/** Milliseconds between two looks at how late the event loop is. */
const PRECISION = 20;

function processFigures(): Registry {
  if (!ofProcess)
    collectDefaultMetrics({ register: (ofProcess = new Registry()), eventLoopMonitoringPrecision: PRECISION });
  return ofProcess;
}

@Injectable()
export class Metrics {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  private readonly registry = new Registry();
  private readonly added: Registry[] = [];

  constructor(
    private readonly requests: RequestMetrics,
    private readonly shedding: LoadShedding,
    private readonly database: Database,
  ) {
    this.aboutRequests();
    this.aboutDatabase();
    const labels = { version: version(), node: process.version, engine: database.dialect.name };
    new Gauge({
      name: 'meridian_build_info',
      help: 'The release, the runtime and the engine of the database; always 1.',
      labelNames: Object.keys(labels),
      registers: [this.registry],
    }).set(labels, 1);
    processFigures();
  }

  /** Adds figures that another part of the program knows. Those that it cannot tell it leaves out: reading them must not fail. */
  add(registry: Registry): void {
    this.added.push(registry);
  }

  /** All figures as text. */
  async text(): Promise<string> {
    const registries = [this.registry, this.requests.registry, ...this.added, processFigures()];
    return (await Promise.all(registries.map((registry) => registry.metrics()))).join('\n');
  }

  private aboutRequests(): void {
    const { requests, shedding } = this;
    this.gauge('http_requests_in_progress', 'Requests that are not answered to the end.', () => requests.inProgress);
    this.counter(
      'http_requests_refused_total',
      'Requests refused with 503 at once, by reason.',
      ['reason'],
      (counter) => {
        for (const [reason, count] of shedding.refused) counter.inc({ reason }, count);
      },
    );
  }

  private aboutDatabase(): void {
    const { database } = this;
    const connections = 'meridian_database_connections';
    this.gauge(`${connections}_in_use`, 'Connections at work.', () => database.load().inUse);
    this.gauge(`${connections}_idle`, 'Connections that are open and free.', () => database.load().idle);
    this.gauge('meridian_database_waiting', 'Pieces of work that wait for a connection.', () => database.waiting);
    this.gauge('meridian_database_up', '0 while the database does not answer.', () => (database.unavailable ? 0 : 1));
    this.counter('meridian_rows_streamed_total', 'Rows of lists that were read.', [], (counter) => {
      counter.inc(database.rowsStreamed);
    });
  }

  private gauge(name: string, help: string, read: () => number): void {
    const registers = [this.registry];
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(read());
      },
    });
  }

  /** `fill` adds what was counted elsewhere, each time it is read. */
  private counter(name: string, help: string, labelNames: string[], fill: (counter: Counter) => void): void {
    const registers = [this.registry];
    new Counter({
      ...{ name, help, labelNames, registers },
      collect() {
        this.reset();
        fill(this);
      },
    });
  }
}
