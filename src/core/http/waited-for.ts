/** Tells work that is done for a client when the client goes away. */
import type { FastifyReply } from 'fastify';

/** A signal that is aborted when nobody waits for the answer any more: its connection has been closed. */
export function whileWaitedFor({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed) controller.abort();
  raw.once('close', () => controller.abort());
  return controller.signal;
}
