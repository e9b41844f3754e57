/**
 * Documents in an S3-compatible bucket. An upload is written to a local file first and then sent whole: its length and
 * hash are known by then, every server knows a plain PUT, and no unfinished multipart upload can be left behind unseen.
 */
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type HeadObjectCommandOutput,
} from '@aws-sdk/client-s3';
import { DocumentStore, idIn, type Received, type Stored } from './document-store.js';
import { StagingArea } from './staging-area.js';
import type { S3Bucket } from './s3-bucket.js';

/** Requests that naming many documents sends at once. */
const MAX_MOVES_AT_ONCE = 16;
const INCOMING = 'incoming/';
const MARK = '.meridian';

export class S3Store extends DocumentStore {
  private readonly staging: StagingArea;

  /** `folder`: where uploads wait on this machine. */
  constructor(
    private readonly bucket: S3Bucket,
    folder: string,
  ) {
    super();
    this.staging = new StagingArea(folder);
  }

  async receive(bytes: Readable & { truncated?: boolean }): Promise<Received> {
    const waiting = await this.staging.take(bytes);
    try {
      if (bytes.truncated) return waiting;
      const key = INCOMING + basename(waiting.path);
      await this.put(key, createReadStream(waiting.path), waiting.size);
      return { ...waiting, path: key };
    } finally {
      await this.staging.forget(waiting);
    }
  }

  async name(named: ReadonlyArray<{ received: Received; name: string }>): Promise<void> {
    for (let i = 0; i < named.length; i += MAX_MOVES_AT_ONCE) {
      await Promise.all(named.slice(i, i + MAX_MOVES_AT_ONCE).map(({ received, name }) => this.move(received, name)));
    }
  }

  async discard({ path }: Received): Promise<void> {
    if (path.startsWith(INCOMING)) await this.remove(path);
  }

  async find(name: string): Promise<Stored | undefined> {
    const head = await this.head(name);
    if (!head) return undefined;
    return {
      size: head.ContentLength ?? 0,
      version: `${head.ETag} ${head.LastModified?.getTime()}`,
      read: (range) => Readable.from(this.read(name, head.ETag, range), { objectMode: false }),
      close: async () => undefined,
    };
  }

  async remove(name: string): Promise<void> {
    await this.bucket.ask(name, (client, location) => client.send(new DeleteObjectCommand(location)));
  }

  async since(name: string): Promise<number | undefined> {
    return (await this.head(name))?.LastModified?.getTime();
  }

  async *names(): AsyncIterable<string[]> {
    for await (const entries of this.bucket.entries('')) {
      yield entries.map(({ name }) => name).filter((name) => idIn(name) !== undefined);
    }
  }

  async sweep(before: number): Promise<void> {
    await this.staging.sweep(before);
    for await (const entries of this.bucket.entries(INCOMING)) {
      for (const { name, at } of entries) if (at < before) await this.remove(name);
    }
  }

  async ownershipMarker(): Promise<string | undefined> {
    const answer = await this.bucket.find(MARK, (client, location) => client.send(new GetObjectCommand(location)));
    return answer?.Body?.transformToString();
  }

  async setOwnershipMarker(ownershipMarker: string): Promise<void> {
    await this.put(MARK, ownershipMarker, Buffer.byteLength(ownershipMarker));
  }

  private head(name: string): Promise<HeadObjectCommandOutput | undefined> {
    return this.bucket.find(name, (client, location) => client.send(new HeadObjectCommand(location)));
  }

  private async put(name: string, bytes: Readable | string, size: number): Promise<void> {
    await this.bucket.ask(name, (client, location) =>
      client.send(new PutObjectCommand({ ...location, Body: bytes, ContentLength: size })),
    );
  }

  /** There is no renaming: the server copies, and forgets the first one. */
  private async move(received: Received, name: string): Promise<void> {
    if (received.path === name) return;
    const from = this.bucket.sourceOf(received.path);
    await this.bucket.ask(name, (client, location) =>
      client.send(new CopyObjectCommand({ ...location, CopySource: from })),
    );
    await this.remove(received.path);
    received.path = name;
  }

  private async *read(name: string, tag?: string, range?: { start: number; end: number }): AsyncIterable<Uint8Array> {
    const part = range && { Range: `bytes=${range.start}-${range.end}` };
    const { Body } = await this.bucket.ask(name, (client, location) =>
      client.send(new GetObjectCommand({ ...location, IfMatch: tag, ...part })),
    );
    yield* Body as Readable;
  }
}
