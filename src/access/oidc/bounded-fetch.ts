/** Requests to the provider, of whose answers no more is read than anybody has to say. */

/** Bytes of an answer. */
const MAX_BYTES = 1 << 20;

/** As `fetch`, with the whole body read. Throws where it is too long; the rest of it is not read then. */
export async function boundedFetch(address: string | URL, options: RequestInit): Promise<Response> {
  const answer = await fetch(address, options);
  if (!answer.body) return answer;
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body) {
    length += part.length;
    if (length > MAX_BYTES) throw new Error('the answer is too long');
    parts.push(part);
  }
  const { status, statusText, headers } = answer;
  return new Response(Buffer.concat(parts), { status, statusText, headers });
}
