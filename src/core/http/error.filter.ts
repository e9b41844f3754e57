/** Makes the body of every answer that is not a success: always JSON, never internals (contract 10). */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ApiError,
  byLibrary,
  DetailedError,
  FileError,
  methodNotAllowed,
  ValidationError,
  type RowError,
} from './errors.js';
import { languageOf, Message, titleOf, type Language } from '../i18n/messages.js';

/** Codes with which drivers and the file system say that something is unavailable, read-only or overloaded. */
const UNAVAILABLE = new Set([
  'EACCES',
  'EIO',
  'EMFILE',
  'ENFILE',
  'EPERM',
  'EROFS',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'ER_ACCESS_DENIED_ERROR',
  'ER_BAD_DB_ERROR',
  'ER_CHECKREAD',
  'ER_CON_COUNT_ERROR',
  'ER_CONNECTION_KILLED',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_ERROR_DURING_COMMIT',
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_NORMAL_SHUTDOWN',
  'ER_QUERY_INTERRUPTED',
  'ER_READ_ONLY_MODE',
  'ER_SERVER_SHUTDOWN',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_OPTION_PREVENTS_STATEMENT',
  // A node that is not, or no more, part of its cluster.
  'ER_UNKNOWN_COM_ERROR',
  'POOL_CLOSED',
  'SQLITE_BUSY',
  'SQLITE_CANTOPEN',
  'SQLITE_IOERR',
  'SQLITE_READONLY',
]);

/** Codes with which they say that there is no room left. */
const FULL = new Set(['EDQUOT', 'ENOSPC', 'ER_DISK_FULL', 'ER_RECORD_FILE_FULL', 'SQLITE_FULL']);

interface DriverError extends Partial<Error> {
  code?: string;
  /** The connection is gone with it. */
  fatal?: boolean;
}

/** Some of the errors that a lost connection causes have no code. */
function isUnavailable({ code = '', fatal, message = '' }: DriverError): boolean {
  return (
    UNAVAILABLE.has(code) ||
    fatal === true ||
    message === 'Pool is closed.' ||
    /^SQLITE_(BUSY|CANTOPEN|IOERR|READONLY)_/.test(code)
  );
}

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
    const { code, status, statusCode = status } = exception as { code?: string; status?: number; statusCode?: number };
    if (exception instanceof HttpException && status === 404) return this.unknownRoute(request);
    if (isUnavailable(exception as DriverError)) return new ApiError(503, 'unavailable', {}, { 'retry-after': '5' });
    if (FULL.has(code ?? '')) return new ApiError(507, 'unavailable');
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
