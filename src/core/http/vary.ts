import type { FastifyReply } from 'fastify';

/** The value of `Vary` with these names of headers beside those that were set already, such as by the plugin for other origins. */
export const varying = (reply: Pick<FastifyReply, 'getHeader'>, ...names: string[]): string =>
  [reply.getHeader('vary') ?? [], names].flat().join(', ');
