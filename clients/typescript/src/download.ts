import { counting } from './progress.js';

/** A file that the server sends. Nothing of it is read before it is asked for. */
export class Download {
  private source: ReadableStream<Uint8Array>;

  /** @internal */
  constructor(private readonly response: Response) {
    this.source = (response.body ?? new Blob([]).stream()) as ReadableStream<Uint8Array>;
  }

  /** The name that the server gives the file. */
  get filename(): string | undefined {
    const header = this.response.headers.get('content-disposition') ?? '';
    const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
    if (encoded) return decodeURIComponent(encoded);
    return /filename="?((?:[^";\\]|\\.)+)"?/i.exec(header)?.[1]?.replace(/\\(.)/g, '$1');
  }

  /** The media type. */
  get type(): string {
    return this.response.headers.get('content-type') ?? 'application/octet-stream';
  }

  /** Its length in bytes, where the server knows it beforehand. */
  get size(): number | undefined {
    const length = this.response.headers.get('content-length');
    return length === null || this.response.headers.has('content-encoding') ? undefined : Number(length);
  }

  /** The bytes as they come. */
  get stream(): ReadableStream<Uint8Array> {
    return this.source;
  }

  /** Has `told` called with the bytes so far while they are read, in whatever way; `size` says of how many. Answers itself. */
  onBytes(told: (bytes: number) => void): this {
    this.source = this.source.pipeThrough(counting(told));
    return this;
  }

  /** All of it. */
  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.whole.arrayBuffer());
  }

  /** All of it, with its media type: for browsers, which keep large ones on disk. */
  async blob(): Promise<Blob> {
    return (await this.whole.blob()).slice(0, undefined, this.type);
  }

  /** All of it as text. */
  text(): Promise<string> {
    return this.whole.text();
  }

  private get whole(): Response {
    return new Response(this.source as ReadableStream<Uint8Array<ArrayBuffer>>);
  }
}
