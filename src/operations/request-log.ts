/** The log: JSON lines with request ids, and with nothing in them that a client sent and wants to keep to itself. */
import { EventEmitter } from 'node:events';
import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Config } from '../config.js';

type PlainError = Record<'type' | 'message' | 'stack', string> & { code: string | undefined };

/** Of an error these alone: others hold statements with their values, and packets as they came. */
function plainError({ name, message, code, stack }: Error & { code?: string }): PlainError {
  return { type: name, message, code, stack: stack ?? '' };
}

/** The route, with ids in their places. Nothing else of the address is recorded: anybody can write anything there. */
function routeOf(request: FastifyRequest): string {
  const params = (request.params ?? {}) as Record<string, string>;
  return (request.routeOptions.url ?? 'none').replace(/:(\w+)/g, (whole, name: string) =>
    /^\d{1,10}$/.test(params[name] ?? '') ? params[name]! : whole,
  );
}

/** How the program logs. False: it does not. */
export const loggerOptions = ({ logLevel }: Config): false | { level: string; serializers: Serializers } =>
  logLevel === 'silent' ? false : { level: logLevel, serializers: SERIALIZERS };

type Serializers = typeof SERIALIZERS;

const SERIALIZERS = {
  err: plainError,
  req: ({ method }: { method: string }) => ({ method }),
  // The plugin that reads forms would log all headers.
  busboyOptions: () => 'not told',
  res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
};

/**
 * Keeps a log that cannot be written, such as on a full disk, from ending the server: the line waits, and is written once
 * there is room. The logger has its destination under a symbol that only its own package names.
 */
export function keepLogging(logger: object): void {
  const places = Object.getOwnPropertySymbols(logger) as Array<keyof typeof logger>;
  for (const destination of places.map((place): unknown => logger[place])) {
    if (destination instanceof EventEmitter) destination.on('error', () => undefined);
  }
}

/** One line for each request, when it is answered: at debug, or louder if it failed or took long. */
export class RequestLog extends LogController {
  private readonly everyRequest: boolean;
  private readonly slow: number;

  constructor({ logLevel, slowRequest }: Config) {
    super();
    this.everyRequest = ['debug', 'trace'].includes(logLevel);
    this.slow = slowRequest || Infinity;
  }

  override incomingRequest(): void {
    // The line of its answer says it all.
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const { statusCode: status, elapsedTime } = reply;
    const isSlow = elapsedTime > this.slow && !request.held;
    const level = levelOf(status, request.refused ?? false, isSlow);
    if (level === 'debug' && !this.everyRequest && !error) return;
    const line = {
      method: request.method,
      route: routeOf(request),
      status,
      ms: Math.round(elapsedTime),
      user: request.caller?.userId,
      ...(error && { err: error }),
    };
    reply.log[error ? 'error' : level](line, isSlow ? 'slow request' : 'request');
  }

  /** The answer broke off after its beginning was sent. That a client went away is none of our business. */
  override streamError(error: Error & { code?: string }, request: FastifyRequest, reply: FastifyReply): void {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') {
      reply.log.error({ err: error, method: request.method, route: routeOf(request) }, 'the answer broke off');
    }
  }
}

/** A refusal is logged once, by whoever decides on it. */
function levelOf(status: number, refused: boolean, slow: boolean): 'error' | 'warn' | 'debug' {
  if (refused) return 'debug';
  if (status === 500) return 'error';
  return status > 500 || slow ? 'warn' : 'debug';
}
