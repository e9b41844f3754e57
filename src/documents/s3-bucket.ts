/** One bucket, and the part of it that is ours: requests to it, and what its refusals mean. */
import { Logger } from '@nestjs/common';
import { HeadBucketCommand, ListObjectsV2Command, S3Client, type S3ServiceException } from '@aws-sdk/client-s3';
import { ApiError } from '../core/http/errors.js';
import type { S3Settings } from './s3-settings.js';

/** How long the server may be silent, in milliseconds: long enough for a slow client to read on. */
const SILENCE = 120_000;
const SOCKETS = 256;

const nothing = (): void => undefined;
const SILENT = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/** An object, by its name without the prefix. */
export interface Entry {
  name: string;
  /** When it came in, in milliseconds since 1970. */
  at: number;
}

/** An object, as commands name it. */
interface ObjectLocation {
  Bucket: string;
  Key: string;
}

export class S3Bucket {
  private readonly client: S3Client;
  private readonly log = new Logger('Documents');

  constructor(private readonly settings: S3Settings) {
    const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = settings;
    this.client = new S3Client({
      region,
      forcePathStyle,
      ...(endpoint && { endpoint }),
      ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
      // Checksums in trailers are news to many servers other than Amazon's; ours are in the database.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // What it would say is said in the log by us, once.
      logger: SILENT,
      requestHandler: {
        connectionTimeout: 5000,
        socketTimeout: SILENCE,
        httpAgent: { keepAlive: true, maxSockets: SOCKETS },
        httpsAgent: { keepAlive: true, maxSockets: SOCKETS },
      },
    });
  }

  /** Throws a sentence if there is no such bucket, or none for us. A server that is away may come back. */
  async require(): Promise<void> {
    const { bucket } = this.settings;
    try {
      await this.client.send(new HeadBucketCommand({ Bucket: bucket }));
    } catch (error) {
      const status = statusOf(error);
      const why = { 403: 'refuses these keys', 404: 'is not there', 301: 'is in another region' }[status ?? 0];
      if (why) throw new Error(`The bucket '${bucket}' of S3_BUCKET ${why}.`);
      this.log.error(`The bucket '${bucket}' cannot be reached: ${(error as Error).message}`);
    }
  }

  /** Sends a command about an object. Throws 503 where the server refuses or cannot be reached; the reason is logged. */
  async ask<T>(name: string, send: (client: S3Client, location: ObjectLocation) => Promise<T>): Promise<T> {
    try {
      return await send(this.client, { Bucket: this.settings.bucket, Key: this.settings.prefix + name });
    } catch (error) {
      throw this.refusal(error);
    }
  }

  /** As `ask`; undefined where there is no such object. */
  async find<T>(
    name: string,
    send: (client: S3Client, location: ObjectLocation) => Promise<T>,
  ): Promise<T | undefined> {
    return this.ask(name, (client, location) =>
      send(client, location).catch((error: unknown) => {
        if (statusOf(error) === 404) return undefined;
        throw error;
      }),
    );
  }

  /** The objects whose names begin so, in batches. */
  async *entries(start: string): AsyncIterable<Entry[]> {
    const { bucket, prefix } = this.settings;
    let next: string | undefined;
    do {
      const page = await this.ask(start, (client, { Key }) =>
        client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: Key, ContinuationToken: next })),
      );
      yield (page.Contents ?? []).map(({ Key = '', LastModified }) => ({
        name: Key.slice(prefix.length),
        at: LastModified?.getTime() ?? Date.now(),
      }));
      next = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (next);
  }

  /** An object as the source of a copy. */
  sourceOf(name: string): string {
    const { bucket, prefix } = this.settings;
    return [bucket, ...`${prefix}${name}`.split('/')].map(encodeURIComponent).join('/');
  }

  private refusal(error: unknown): ApiError {
    const { name, message } = error as Error;
    this.log.error(`The bucket '${this.settings.bucket}' failed: ${name}: ${message}`);
    return new ApiError(503, 'unavailable', {}, { 'retry-after': '5' });
  }
}

/** The HTTP status of a refusal; undefined where there was no answer. */
const statusOf = (error: unknown): number | undefined =>
  (error as Partial<S3ServiceException>).$metadata?.httpStatusCode;
