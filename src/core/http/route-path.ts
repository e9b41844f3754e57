/** The path of a request as its route was found. What the client wrote may be spelt otherwise, such as `/%61pi/sites`. */
import type { FastifyRequest } from 'fastify';

/** Whether a route below `/api` was found for the request. */
export const isOfTheApi = ({ routeOptions: { url } }: FastifyRequest): boolean =>
  url !== undefined && (url === '/api' || url.startsWith('/api/'));

/** The path of the route with the values of its parameters, the same for all spellings. */
export function routePathOf({ routeOptions, params }: FastifyRequest): string {
  const values = params as Record<string, string>;
  return (routeOptions.url ?? '').replace(/:(\w+)/g, (_, name: string) => values[name] ?? '');
}
