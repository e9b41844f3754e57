/** Writes what Nest and our own services log into the log of the server, as JSON like everything else. */
import type { LoggerService } from '@nestjs/common';
import type { FastifyBaseLogger } from 'fastify';

type Level = 'fatal' | 'error' | 'warn';

export class NestLog implements LoggerService {
  constructor(private readonly server: FastifyBaseLogger) {}

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  /** Nest logs each of a thousand routes that it finds. */
  log(): void {
    // None of it helps readers of the log.
  }

  /** The last of `rest` is the context; a stack may precede it. */
  private write(level: Level, message: unknown, rest: unknown[]): void {
    const [context, stack] = [rest.at(-1), rest.length > 1 ? rest[0] : undefined];
    if (message instanceof Error) this.server[level]({ context, err: message }, message.message);
    else this.server[level]({ context, stack }, String(message));
  }
}
