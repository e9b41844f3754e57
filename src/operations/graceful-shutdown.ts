/** Ends the server when the machine says so: what is under way is finished, nothing new is begun. */
import type { Server as HttpServer } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.js';
import type { Database } from '../database/database.js';
import { RequestMetrics } from './request-metrics.js';

@Injectable()
export class Lifecycle {
  /** The server is shutting down: what is under way is finished, and nothing new is started. */
  stopping = false;
  /** Ends the process with status 1 and a sentence; there where a program runs, and not a test. */
  giveUp: ((reason: string) => void) | undefined;
}

/** A server that runs. */
interface Running {
  app: NestFastifyApplication;
  database: Database;
}

/** Milliseconds for the answers that say why. */
const LAST_ANSWERS = 500;

/** How often it is looked whether all requests are answered, in milliseconds. */
const LOOK = 50;
/** What comes behind the last answer, such as the end of a task, may take this long. */
const TIDYING = 5000;

/**
 * Ends the server at SIGTERM and SIGINT. From the first moment `/health/ready` and new requests below `/api` are answered
 * with 503; requests under way, streams too, have `SHUTDOWN_TIMEOUT` to finish. A second signal ends it at once.
 */
export function endOnSignals(running: Running, config: Config): void {
  let logged = false;
  const hear = (signal: string): void => {
    if (logged) process.exit(1);
    logged = true;
    end(running, config.shutdownTimeout * 1000, signal).then(
      (finished) => process.exit(finished ? 0 : 1),
      (error: Error) => {
        log(running).error({ err: error }, 'the end failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, hear);
  const lifecycle = running.app.get(Lifecycle);
  lifecycle.giveUp = (reason) => {
    lifecycle.stopping = true;
    process.stderr.write(`${reason}\nThe server ends.\n`);
    setTimeout(() => process.exit(1), LAST_ANSWERS);
  };
}

/** False if requests had to be broken off. */
async function end(running: Running, limit: number, signal: string): Promise<boolean> {
  const { app, database } = running;
  const requests = app.get(RequestMetrics);
  app.get(Lifecycle).stopping = true;
  log(running).info({ requests: requests.inProgress }, `${signal}: finishing what is under way`);
  const finished = await drained(requests, limit);
  if (!finished) {
    log(running).warn({ requests: requests.inProgress }, 'requests are broken off, they took too long');
    (app.getHttpServer() as HttpServer).closeAllConnections();
  }
  setTimeout(() => process.exit(1), TIDYING).unref();
  await app.close();
  await database.close();
  return finished;
}

/** Waits until nothing is under way; false if that takes longer than `limit` milliseconds. */
async function drained(requests: RequestMetrics, limit: number): Promise<boolean> {
  for (const until = Date.now() + limit; requests.inProgress; await new Promise((wake) => setTimeout(wake, LOOK))) {
    if (Date.now() >= until) return false;
  }
  return true;
}

const log = ({ app }: Running): FastifyBaseLogger => app.getHttpAdapter().getInstance().log;
