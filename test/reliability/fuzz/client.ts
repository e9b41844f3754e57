/** Sends requests as they are, good or bad, over connections that are kept alive. */
import { Agent, request as send, type IncomingHttpHeaders } from 'node:http';

/** A request about to be sent. */
export interface Request {
  method: string;
  /** Path and query, encoded. */
  url: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** Nothing of it is stored. */
  isDry: boolean;
  /** The method that a form names. */
  overridden: string | undefined;
  /** The ids that a mass deletion names. */
  ids: readonly number[];
}

/** `body`: parsed where it is JSON. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: unknown;
  /** As it came, where it is text and not too long. */
  text: string;
}

const PATIENCE = 30_000;
/** Characters that no header can carry. */
const NO_HEADER = /[^\t\x20-\x7e\x80-\xff]/g;

export class Client {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 4 });

  constructor(private readonly origin: string) {}

  /**
   * The answer. Throws if the connection breaks or nothing comes for half a minute. One that the server had closed behind its
   * last answer does not count.
   */
  async ask(request: Request): Promise<Answer> {
    for (;;) {
      const { answer, wasClosed } = this.send(request);
      try {
        return await answer;
      } catch (error) {
        if (!wasClosed()) throw error;
      }
    }
  }

  private send({ method, url, headers, body }: Request): { answer: Promise<Answer>; wasClosed: () => boolean } {
    const { hostname, port } = new URL(this.origin);
    const clean = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace(NO_HEADER, '')]),
    );
    const length = body ? { 'content-length': String(body.length) } : {};
    let wasClosed = (): boolean => false;
    const answer = new Promise<Answer>((resolve, reject) => {
      const sent = send(
        {
          agent: this.agent,
          hostname,
          port,
          method,
          path: url,
          headers: { ...clean, ...length },
          timeout: PATIENCE,
          maxHeaderSize: 65_536,
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          // A stream of events does not end by itself: with its headers it is answered.
          if (response.headers['content-type']?.startsWith('text/event-stream')) {
            resolve(answerOf(response.statusCode!, response.headers, Buffer.alloc(0)));
            response.destroy();
            return;
          }
          response.on('end', () => resolve(answerOf(response.statusCode!, response.headers, Buffer.concat(chunks))));
        },
      );
      let isLate = false;
      wasClosed = () => sent.reusedSocket && !isLate;
      sent.on('timeout', () => (isLate = true));
      sent.on('timeout', () => sent.destroy(new Error(`no answer within ${PATIENCE} ms`)));
      sent.on('error', reject);
      sent.end(body);
    });
    return { answer, wasClosed: () => wasClosed() };
  }

  close(): void {
    this.agent.destroy();
  }
}

function answerOf(status: number, headers: IncomingHttpHeaders, bytes: Buffer): Answer {
  const isText = /json|text|xml/.test(headers['content-type'] ?? '') && !headers['content-encoding'];
  const text = isText ? bytes.toString('utf8') : '';
  return { status, headers, body: isText ? parsed(text) : bytes.length ? `${bytes.length} bytes` : '', text };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
