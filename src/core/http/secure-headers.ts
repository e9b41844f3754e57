/** Headers that keep browsers from doing harm with an answer (contract 11). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/** An answer of the API shows nothing by itself, and stands in no other page. Pages have a policy of their own (`pages.controller.ts`). */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * What helmet sets, by name. None of it depends on the request, so it is computed once: doing so for each request took a twentieth of the
 * time of a write.
 */
export function secureHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const answer = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  };
  const middleware = helmet({ contentSecurityPolicy: false });
  middleware({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error instanceof Error) throw error;
  });
  headers['content-security-policy'] = API_POLICY;
  return headers;
}
