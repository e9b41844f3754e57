/** A document about the program, served to everybody: made when it is first asked for, compressed once for each coding, with a tag. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { codingFor, type Coding } from '../core/http/codings.js';
import { isKnown } from '../engine/index.js';

/** As far as it is worth its time: what is asked for first waits for it. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
const COMPRESS: Readonly<Record<Coding, (text: string) => Promise<Buffer>>> = {
  br: (text) => promisify(brotliCompress)(text, QUALITY),
  gzip: promisify(gzip),
};

export class ServedDocument {
  private made: { text: string; tag: string } | undefined;
  private readonly compressed = new Map<Coding, Promise<Buffer>>();

  constructor(private readonly make: () => object) {}

  /** Sends it, or says that the client has it already. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { text, tag } = (this.made ??= this.first());
    reply.header('etag', tag).header('cache-control', 'public, no-cache').header('vary', 'accept-encoding');
    if (isKnown(request, tag)) return reply.code(304).send();
    reply.type('application/json; charset=utf-8');
    const coding = codingFor(request.headers['accept-encoding']);
    if (!coding) return reply.send(text);
    const bytes = this.compressed.get(coding) ?? COMPRESS[coding](text);
    this.compressed.set(coding, bytes);
    return reply.header('content-encoding', coding).send(await bytes);
  }

  private first(): { text: string; tag: string } {
    const text = JSON.stringify(this.make());
    return { text, tag: `"${createHash('sha1').update(text).digest('base64url')}"` };
  }
}
