/** A server of mail for tests: it takes letters, or refuses them, and says what came. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface TakenLetter {
  to: string[];
  /** Headers by their names in small letters, unfolded. */
  headers: Record<string, string>;
  text: string;
  html: string;
  /** As it came. */
  raw: Buffer;
}

export class MailServer {
  readonly letters: TakenLetter[] = [];
  /** Letters are refused. */
  refusing = false;

  private constructor(
    private readonly server: SMTPServer,
    readonly port: number,
  ) {}

  static async start(port = 0): Promise<MailServer> {
    let mail: MailServer | undefined;
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, session, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          if (mail!.refusing) return done(Object.assign(new Error('The box is full.'), { responseCode: 452 }));
          const to = session.envelope.rcptTo.map(({ address }) => address);
          const raw = Buffer.concat(parts);
          mail!.letters.push({ to, raw, ...readLetter(raw.toString('latin1')) });
          done();
        });
      },
    });
    server.on('error', () => undefined);
    await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
    return (mail = new MailServer(server, (server.server.address() as AddressInfo).port));
  }

  stop(): Promise<void> {
    return new Promise((done) => this.server.close(() => done()));
  }
}

/** A letter with two parts, as RFC 5322 and 2045 have it. */
function readLetter(raw: string): Omit<TakenLetter, 'to' | 'raw'> {
  const { headers, body } = partOf(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1];
  if (!boundary) throw new Error(`No parts: ${headers['content-type']}`);
  const parts = body.split(`--${boundary}`).slice(1, -1).map(partOf);
  const textOf = (type: string): string => {
    const part = parts.find((one) => one.headers['content-type']?.startsWith(type));
    return part ? decoded(part.body, part.headers['content-transfer-encoding'] ?? '7bit') : '';
  };
  return { headers, text: textOf('text/plain'), html: textOf('text/html') };
}

function partOf(raw: string): { headers: Record<string, string>; body: string } {
  const text = raw.replace(/^\r\n/, '');
  const end = text.indexOf('\r\n\r\n');
  const lines = text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), wordsOf(line.slice(at + 1).trim())];
  });
  return { headers: Object.fromEntries(headers), body: text.slice(end + 4) };
}

/** Words that are no ASCII (RFC 2047). */
const wordsOf = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, how: string, text: string) =>
      how.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('latin1')
        : text
            .replaceAll('_', ' ')
            .replace(/=([0-9A-F]{2})/g, (__, code: string) => String.fromCharCode(parseInt(code, 16))),
    )
    .replace(/[\u0080-\u00ff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString('utf8'));

function decoded(body: string, how: string): string {
  if (how === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  const bytes =
    how === 'quoted-printable'
      ? body
          .replace(/=\r\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
      : body;
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}
