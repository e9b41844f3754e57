/** A file that the server sends. Nothing of it is read before it is asked for. */
export class Download {
  /** @internal */
  constructor(private readonly response: Response) {}

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
    return (this.response.body ?? new Blob([]).stream()) as ReadableStream<Uint8Array>;
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.response.arrayBuffer());
  }

  text(): Promise<string> {
    return this.response.text();
  }
}
