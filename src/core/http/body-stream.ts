/** A body that is read as it comes, by routes that take more than is kept in memory. */
import type { FastifyRequest } from 'fastify';
import { type ApiError } from './errors.js';

/**
 * The bytes of a body; once all are there the caller is asked for again (contract 14). Throws 401 or 403 then, 408 for what
 * comes too slowly, 429 where too many bodies of its sender are open.
 */
export async function* bodyChunks(request: FastifyRequest): AsyncGenerator<Buffer, void> {
  const { raw, server } = request;
  let failed: ApiError | undefined;
  let stop = (_: ApiError): void => undefined;
  const body = server.openBodies.begin(request, (error) => stop((failed = error)));
  // What is answered early is read to its end by others: the answer must find its way.
  const chunks = raw.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    for (;;) {
      // Raced against one promise for all of them, every chunk would be held until the request is forgotten.
      const next = await new Promise<IteratorResult<Buffer, undefined>>((resolve, reject) => {
        stop = reject;
        if (failed) reject(failed);
        else chunks.next().then(resolve, reject);
      });
      if (next.done) break;
      yield next.value;
    }
  } finally {
    server.openBodies.end(body);
  }
  await request.recheck?.();
}
