/** Makes the body of every answer that is not a success: always JSON, never internals (contract 10). */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { takes } from './codings.js';
import {
  ApiError,
  byLibrary,
  DetailedError,
  FileError,
  methodNotAllowed,
  ValidationError,
  type RowError,
} from './errors.js';
import { languageOf, Message, titleOf, type Language, type MessageKey } from '../i18n/messages.js';
import { storageCauseOf, type StorageCause } from './storage-errors.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** Hears of damage that threads with connections of their own have found. */
    noteDamage?(error: unknown): void;
    /** Answers a browser 404 or 503 with a page for people. */
    sendErrorPage?(status: 404 | 503, reply: FastifyReply): Promise<FastifyReply>;
  }
}

/** How each cause is answered: the status, and the sentence. Whoever waits long enough finds a lock gone, and a lost server back. */
const ANSWERS: Readonly<Record<StorageCause, readonly [status: number, key: MessageKey, retry?: string]>> = {
  full: [507, 'noRoom'],
  'read-only': [503, 'readOnlyDatabase', '60'],
  damaged: [503, 'damagedDatabase', '60'],
  gone: [503, 'lostDatabase', '60'],
  locked: [503, 'lockedRow', '5'],
  failed: [503, 'unavailable', '5'],
};
/** Causes that an administrator has to mend, who is told what the system said. */
const MENDED: ReadonlySet<StorageCause> = new Set(['full', 'read-only', 'damaged', 'gone']);

/** Errors of a file that are listed one by one. */
const MAX_ROWS = 100;

type Body = Record<string, unknown>;

@Catch()
export class ErrorFilter implements ExceptionFilter {
  /** `methodsOf`: the methods that a path takes, for 405. */
  constructor(private readonly methodsOf: (url: string) => string[]) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    // A guard has answered, and let the request go no further.
    if (request.isReplayed) return;
    if (reply.sent || reply.raw.headersSent) {
      request.log.error(loggedForm(exception));
      reply.raw.destroy();
      return;
    }
    const error = this.toApiError(exception, request);
    if (error.status === 404 && wantsPage(request)) return void request.server.sendErrorPage!(404, reply);
    const language = languageOf(request.headers['accept-language'], request.caller?.language);
    const body = bodyOf(error, language, request);
    if (error.status === 500) {
      body['traceId'] = request.id;
      request.log.error(loggedForm(exception));
    } else if (error.status >= 500 && !(exception instanceof ApiError)) request.log.warn(loggedForm(exception));
    const problem = (request.headers.accept ?? '').includes('application/problem+json');
    void reply
      .code(error.status)
      .headers(error.headers)
      .type(problem ? 'application/problem+json; charset=utf-8' : 'application/json; charset=utf-8')
      .send(JSON.stringify(body));
  }

  private toApiError(exception: unknown, request: FastifyRequest): ApiError {
    if (exception instanceof ApiError) return exception;
    const { status, statusCode = status } = exception as { status?: number; statusCode?: number };
    if (exception instanceof HttpException && status === 404) return this.unknownRoute(request);
    const cause = storageCauseOf(exception);
    if (cause === 'damaged') request.server.noteDamage?.(exception);
    if (cause) return storageError(cause, exception as Error, request);
    if (statusCode === 413) return new ApiError(413, 'bodySize', { max: request.routeOptions.bodyLimit ?? 0 });
    if (statusCode === 415) return new ApiError(415, 'mediaType', { type: request.headers['content-type'] ?? 'none' });
    if (statusCode && statusCode >= 400 && statusCode < 500) {
      return new ApiError(statusCode, 'badRequest', { reason: byLibrary(exception as Error) });
    }
    return new ApiError(500, 'server', { traceId: request.id ?? randomUUID() });
  }

  private unknownRoute(request: FastifyRequest): ApiError {
    const allowed = this.methodsOf(request.url);
    if (allowed.length) return methodNotAllowed(request.method, request.url.replace(/\?.*$/, ''), allowed);
    return new ApiError(404, 'noRoute', { path: request.url.replace(/\?.*$/, '') });
  }
}

/** Whether somebody opens an address in a browser that is none of the API's: they get a page. */
export const wantsPage = ({ method, url, headers, server }: FastifyRequest): boolean =>
  method === 'GET' &&
  server.sendErrorPage !== undefined &&
  takes(headers.accept, 'text/html') &&
  !/^\/(?:api|assets|health|metrics)(?:[/?]|$)/.test(url);

/** 503 or 507 for what keeps rows or files from being stored or read. */
function storageError(cause: StorageCause, error: Error, { caller }: FastifyRequest): ApiError {
  const [status, key, retry] = ANSWERS[cause];
  const sentence = new Message(key);
  const isDetailed = caller?.admin === true && MENDED.has(cause);
  const phrase = isDetailed
    ? new Message('withCause', { sentence, cause: error.message.replace(/\.$/, '') })
    : sentence;
  return new ApiError(status, phrase, {}, retry === undefined ? {} : { 'retry-after': retry });
}

/** What is logged of an error: not its other properties, since drivers put statements with their values there. */
function loggedForm(exception: unknown): object {
  const { name, message, code, stack } = exception as Error & { code?: string };
  return { err: { name, message, code, stack } };
}

/** The body of an error (contract 10). */
export function bodyOf(error: ApiError, language: Language, request: Pick<FastifyRequest, 'url'>): Body {
  const first = error.phrase.in(language);
  const errors = error instanceof ValidationError ? error.errors : undefined;
  const rows = error instanceof FileError ? error.rows : undefined;
  const count = errors ? [...errors.values()].flat().length - 1 : rows ? rows.length - 1 : 0;
  const more = new Message(count === 1 ? 'oneMore' : 'more', { first, count });
  const message = count > 0 ? more.in(language) : first;
  return {
    message,
    code: error.status,
    ...(errors && {
      errors: Object.fromEntries([...errors].map(([key, list]) => [key, list.map((phrase) => phrase.in(language))])),
    }),
    ...(rows && { errors: rows.slice(0, MAX_ROWS).map((each) => rowOf(each, language)) }),
    ...(error instanceof DetailedError && error.beside),
    type: 'about:blank',
    title: titleOf(error.status, language) ?? STATUS_CODES[error.status] ?? 'Error',
    status: error.status,
    detail: message,
    instance: request.url.replace(/\?.*$/, ''),
  };
}

const rowOf = ({ phrase, ...cell }: RowError, language: Language): Body => ({ ...cell, message: phrase.in(language) });
