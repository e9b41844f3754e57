/** Calls an external server: with time limits, and without following it to other addresses than the one given. */
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { Label, type LabelKey, type LabelValues } from '../../reports/locales/index.js';
import { FeedError } from '../feeds/feed-error.js';
import { ClosedAddress, publicLookup, refuseClosed } from '../../core/http/public-addresses.js';
import { retryAfterOf } from '../../core/http/retry-after.js';

export interface HttpSettings {
  /** Milliseconds for which an answer may be awaited, and silent. */
  timeout: number;
  /** How often a request is repeated that failed for a reason that may pass. */
  retries: number;
  allowPrivate: boolean;
}

/** A request of a provider; its headers may hold a key, which is sent to nobody else. */
export interface Question {
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** Ends everything. */
  signal: AbortSignal;
}

/** Why there is no answer, in words that may be shown; they have a place for the name of the provider. */
export class ProviderError extends Error {
  constructor(
    readonly label: Label,
    /** Milliseconds to wait before asking again; undefined: it would not help. */
    readonly retryAfter?: number,
    readonly status?: number,
  ) {
    super(label.in('en').trim());
  }
}

const failed = (key: LabelKey, values?: LabelValues, retryAfter?: number, status?: number): ProviderError =>
  new ProviderError(new Label(key, values), retryAfter, status);

const MAX_ANSWER_BYTES = 50 << 20;
const MAX_REDIRECTS = 5;
const FIRST_PAUSE = 250;
const MAX_PAUSE = 600_000;

/**
 * Asks, and reads the answer with `read`, which may be called again for another try. Throws a ProviderError when there is
 * no answer, when it cannot be read, or when the signal ends it.
 */
export async function ask<T>(
  question: Question,
  settings: HttpSettings,
  read: (body: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await new Exchange(question, settings).run(read);
    } catch (error) {
      const failure = failureOf(error, question);
      if (failure.retryAfter === undefined || attempt >= settings.retries) throw failure;
      const pause = Math.max(failure.retryAfter, FIRST_PAUSE * 2 ** attempt);
      if (pause > MAX_PAUSE) throw failure;
      await wait(pause, undefined, { signal: question.signal }).catch(() => Promise.reject(failure));
    }
  }
}

/** One try. */
class Exchange {
  private readonly abort = new AbortController();
  private readonly watch: NodeJS.Timeout;

  constructor(
    private readonly question: Question,
    private readonly settings: HttpSettings,
  ) {
    this.watch = setTimeout(() => this.abort.abort(), settings.timeout);
  }

  async run<T>(read: (body: AsyncIterable<Buffer>) => Promise<T>): Promise<T> {
    try {
      const answer = await this.follow();
      try {
        return await read(this.pieces(answer));
      } finally {
        answer.destroy();
      }
    } catch (error) {
      const silent = this.abort.signal.aborted && !this.question.signal.aborted;
      throw silent ? failed('providerSilent', { timeout: this.settings.timeout }, 0) : error;
    } finally {
      clearTimeout(this.watch);
    }
  }

  /** The answer, wherever on the same host it is. */
  private async follow(): Promise<IncomingMessage> {
    let { url } = this.question;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const answer = await this.send(url);
      const { statusCode = 0, headers } = answer;
      if (statusCode === 200) return answer;
      answer.destroy();
      if (![301, 302, 303, 307, 308].includes(statusCode)) throw refused(statusCode, headers['retry-after']);
      url = targetOf(headers.location, url);
    }
    throw failed('providerRedirectsForEver');
  }

  private send(url: URL): Promise<IncomingMessage> {
    const { settings, question } = this;
    if (!settings.allowPrivate) refuseClosed(url);
    return new Promise((resolve, reject) => {
      const request = (url.protocol === 'https:' ? secureRequest : plainRequest)(url, {
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          'user-agent': 'Meridian',
          ...question.headers,
        },
        agent: false,
        signal: AbortSignal.any([question.signal, this.abort.signal]),
        ...(!settings.allowPrivate && { lookup: publicLookup }),
      });
      request.once('response', resolve).on('error', reject);
      // Whoever changes the protocol, which nobody asked for, is told of by no response and no error.
      request.once('close', () => reject(new Error('There was no answer.'))).end();
    });
  }

  /** The body, as long as it keeps coming and is not too much. */
  private async *pieces(answer: IncomingMessage): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const piece of answer as AsyncIterable<Buffer>) {
      this.watch.refresh();
      size += piece.length;
      if (size > MAX_ANSWER_BYTES) throw failed('providerTooLarge', { max: MAX_ANSWER_BYTES });
      yield piece;
    }
  }
}

/** Where a redirect leads. Throws unless it stays on the host and does not give up encryption. */
function targetOf(location: string | undefined, from: URL): URL {
  const to = location !== undefined && URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (!to) throw failed('providerRedirectsNowhere');
  const safe = to.protocol === from.protocol || to.protocol === 'https:';
  if (to.host !== from.host || !safe || to.username) throw failed('providerRedirectsAway');
  return to;
}

function refused(status: number, after: string | undefined): ProviderError {
  const passing = status === 429 || status >= 500;
  return failed('providerStatus', { status }, passing ? retryAfterOf(after) : undefined, status);
}

/** Whatever went wrong, in words that may be shown: no address but the host, and no header. */
function failureOf(error: unknown, { signal }: Question): ProviderError {
  if (signal.aborted) return failed('timeBudgetExceeded');
  if (error instanceof ProviderError) return error;
  if (error instanceof ClosedAddress) return failed('providerPrivate');
  if (error instanceof FeedError) return failed('providerUnreadable', { text: error.message });
  const { code } = error as NodeJS.ErrnoException;
  return code ? failed('providerUnreachableCode', { code }, 0) : failed('providerUnreachable', {}, 0);
}
