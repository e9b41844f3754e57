/** Reads multipart bodies part by part: texts are counted and checked, files are handed on as they come. */
import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { limitOf, requirePlain, tooLarge } from './body-limits.js';
import { ApiError, brokenForm } from './errors.js';

/** A part: a field with its text, or a file, whose stream is to be read or drained before the next part. */
export type Part = { type: 'field'; name: string; value: string } | MultipartFile;

/** Bytes of the headers of one part; the name and the name of a file among them. */
const HEADERS = 16 << 10;
/** Fields and files of one body. */
const MAX_PARTS = 1000;
/** Every part is a stream to the library, so that texts are counted by us while they come, and never cut or decoded by it. */
const AS_STREAMS = { isPartAFile: () => true };

/**
 * The parts of a multipart body, one after the other; once they are there the caller is asked for again (contract 14).
 * `takesFile`: files are let in; otherwise the first one is 415, unread. Throws 400 for what is broken or no UTF-8, 408 for
 * what comes too slowly, 413 where texts are too large together.
 */
export async function* parts(request: FastifyRequest, takesFile: boolean): AsyncGenerator<Part, void> {
  requirePlain(request);
  const reading = new Reading(request, takesFile);
  try {
    for (let part = await reading.next(); part; part = await reading.next()) yield part;
  } catch (error) {
    throw reading.failure ?? asApiError(error as Error, limitOf(request));
  } finally {
    reading.end();
  }
  await request.recheck?.();
}

function asApiError(error: Error, limit: number): Error {
  if (error instanceof ApiError) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_PARTS_LIMIT') return new ApiError(413, 'manyFields', { max: MAX_PARTS }, { connection: 'close' });
  return statusCode === 413 ? tooLarge(limit) : brokenForm(error);
}

/** One body that is being read. */
class Reading {
  /** Why no more of it is read. */
  failure: ApiError | undefined;
  private readonly iterator: AsyncIterator<MultipartFile>;
  private readonly limit: number;
  private readonly waiting;
  private stream: Readable | undefined;
  /** Bytes so far: of everything, or of the texts alone where files are let in. */
  private size = 0;
  private fail!: (error: ApiError) => void;
  private readonly failed: Promise<never>;

  constructor(
    private readonly request: FastifyRequest,
    private readonly takesFile: boolean,
  ) {
    this.limit = limitOf(request);
    if (!takesFile && Number(request.headers['content-length'] ?? 0) > this.limit) throw tooLarge(this.limit);
    this.failed = new Promise<never>((_, reject) => (this.fail = reject));
    this.failed.catch(() => undefined);
    this.waiting = request.server.openBodies.begin(request, this.stop);
    const limits = { parts: MAX_PARTS, headerSize: HEADERS, ...(!takesFile && { fileSize: this.limit }) };
    this.iterator = request.parts({ ...AS_STREAMS, limits }) as AsyncIterator<MultipartFile>;
  }

  /** The next part; undefined behind the last one. */
  async next(): Promise<Part | undefined> {
    const coming = this.iterator.next();
    // Not before the library listens: a listener for data makes the body flow.
    if (!this.takesFile && !this.stream) this.request.raw.on('data', this.count);
    const { done, value } = await Promise.race([coming, this.failed]);
    if (done) return undefined;
    this.stream = value.file;
    if (!isText(value)) {
      // The library puts this sign where bytes are no UTF-8; a name in another encoding would be stored without its accents.
      if (value.filename?.includes('\ufffd')) throw new ApiError(400, 'notUtf8FileName');
      if (!this.takesFile) throw new ApiError(415, 'noFileHere', { name: value.fieldname }, { connection: 'close' });
      return value;
    }
    return { type: 'field', name: value.fieldname ?? '', value: await this.textOf(value) };
  }

  /** Nothing more is read, whatever was not. */
  end(): void {
    const { raw, server } = this.request;
    server.openBodies.end(this.waiting);
    raw.off('data', this.count);
    if (raw.readableEnded) return;
    raw.unpipe();
    this.stream?.destroy();
  }

  private readonly stop = (error: ApiError): void => {
    this.failure ??= error;
    this.request.raw.unpipe();
    this.stream?.destroy(error);
    this.fail(error);
  };

  private readonly count = (chunk: Buffer): void => {
    this.size += chunk.length;
    if (this.size > this.limit) this.stop(tooLarge(this.limit));
  };

  private async textOf({ file, fieldname }: MultipartFile): Promise<string> {
    const chunks: Buffer[] = [];
    if (this.takesFile) this.count(Buffer.from(fieldname ?? ''));
    for await (const chunk of file as AsyncIterable<Buffer>) {
      if (this.takesFile) this.count(chunk);
      this.request.server.openBodies.keep(this.waiting, chunk.length);
      if (this.failure) throw this.failure;
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    if (file.truncated) throw tooLarge(this.limit);
    if (!isUtf8(bytes)) throw new ApiError(400, 'notUtf8Body');
    return bytes.toString('utf8');
  }
}

/** A part without the name of a file is a field, unless it says that it is bytes. */
const isText = ({ filename, mimetype }: MultipartFile): boolean =>
  (filename as string | undefined) === undefined && mimetype !== 'application/octet-stream';
