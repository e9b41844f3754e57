/** A body that is read as it comes, by routes that take more than is kept in memory. */
import type { FastifyRequest } from 'fastify';
import { type ApiError } from './errors.js';

/**
 * The bytes of a body; once all are there the caller is asked for again (contract 14). Throws 401 or 403 then, 408 for what
 * comes too slowly, 429 where too many bodies of its sender are open.
 */
export async function* bodyChunks(request: FastifyRequest): AsyncGenerator<Buffer, void> {
  const { raw, server } = request;
  let fail!: (error: ApiError) => void;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => undefined);
  const body = server.openBodies.begin(request, fail);
  // What is answered early is read to its end by others: the answer must find its way.
  const chunks = raw.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), failed]);
      if (next.done) break;
      yield next.value;
    }
  } finally {
    server.openBodies.end(body);
  }
  await request.recheck?.();
}
