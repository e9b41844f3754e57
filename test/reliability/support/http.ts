/** Requests to a server that may die in the middle: an answer, or an error where there is none. */
import { Agent, request, type IncomingHttpHeaders } from 'node:http';

/** An answer; `body` is the parsed JSON, or the bytes where it is none. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
  body: any;
  ms: number;
}

export interface Sending {
  /** A buffer is sent as it is, anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  token?: string | null;
}

/** Longer than any answer of ours may take, 503 included. */
const PATIENCE = 30_000;

/** A client with connections of its own that are kept alive. */
export class Client {
  token = '';
  /** Requests without an answer so far. */
  inFlight = 0;
  private readonly agent: Agent;

  /** `patience`: milliseconds without a sign of life. */
  constructor(
    public url: string,
    connections = Infinity,
    private readonly patience = PATIENCE,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Sends one request. Rejects where the connection breaks before the whole answer is there. */
  async send(method: string, path: string, sending: Sending = {}): Promise<Answer> {
    this.inFlight++;
    try {
      return await this.exchange(method, path, sending);
    } finally {
      this.inFlight--;
    }
  }

  /** Signs in, and keeps the token. Throws unless that succeeds. */
  async signIn(login: string, password: string): Promise<void> {
    const { status, body } = await this.send('POST', '/api/login', { body: { login, password }, token: null });
    if (status !== 200) throw new Error(`log-in of ${login}: ${status} ${JSON.stringify(body)}`);
    this.token = body.access_token as string;
  }

  /** Closes connections that are kept. */
  close(): void {
    this.agent.destroy();
  }

  private exchange(method: string, path: string, { body, headers, token = this.token }: Sending): Promise<Answer> {
    const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const sent = request(
        this.url + path,
        {
          method,
          agent: this.agent,
          timeout: this.patience,
          headers: {
            ...(token && { authorization: `Bearer ${token}` }),
            ...(bytes && { 'content-length': bytes.length }),
            ...(body !== undefined && !Buffer.isBuffer(body) && { 'content-type': 'application/json' }),
            ...headers,
          },
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('error', reject);
          answer.on('close', () => {
            if (!answer.complete) return reject(new Error('the answer broke off'));
            const { statusCode: status, headers: got } = answer;
            resolve({ status: status!, headers: got, body: parsed(parts, got), ms: performance.now() - began });
          });
        },
      );
      sent.on('timeout', () => sent.destroy(new Error(`no answer within ${this.patience} ms`)));
      sent.on('error', reject);
      sent.end(bytes);
    });
  }
}

function parsed(parts: Buffer[], headers: IncomingHttpHeaders): unknown {
  const bytes = Buffer.concat(parts);
  if (!/json/.test(headers['content-type'] ?? '')) return bytes;
  return bytes.length ? JSON.parse(bytes.toString()) : undefined;
}

const BOUNDARY = 'a-boundary-that-no-file-has';

/** The body and header of an upload. */
export function upload(bytes: Buffer, name: string): { body: Buffer; headers: Record<string, string> } {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}
