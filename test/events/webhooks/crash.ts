/** A hook through the worst: its receiver fails at random, answers late or not at all, and the server is killed in mid-delivery. */
import { Webhook } from 'standardwebhooks';
import { Running, type Program } from '../../existing-database/processes.js';
import type { TestDatabase } from '../../support/engines.js';
import { Receiver, until, type Json } from './receiver.js';

const ADMIN = { login: 'admin', password: 'Correct-horse-9' };

/** Writes for so many milliseconds while the server is killed so often; throws where a promise is broken. */
export async function endure(
  program: Program,
  place: TestDatabase,
  { writes, kills }: { writes: number; kills: number },
): Promise<{ requests: number; repeated: number }> {
  const receiver = await Receiver.start();
  const begin = async (): Promise<[Running, string]> => {
    const running = Running.start(program, ['main.js'], {
      ...{ DATABASE_URL: place.url, DOCUMENTS_DIR: place.folder, PORT: '0', BCRYPT_COST: '4', RATE_LIMIT: '0' },
      ...{ TOKEN_SECRET: 'a secret of the tests, 32 characters or more', OVERLOAD_LAG_MS: '0', OVERLOAD_QUEUE: '0' },
      ...{
        ADMIN_LOGIN: ADMIN.login,
        ADMIN_PASSWORD: ADMIN.password,
        WEBHOOK_TARGETS: '127.0.0.1',
        WEBHOOK_TIMEOUT: '1',
      },
    });
    await running.says('Meridian serves');
    return [running, /at (http:\S+)\/api/.exec(running.output)![1]!];
  };
  let [running, url] = await begin();
  let token = '';
  const ask = async (method: string, path: string, body?: object): Promise<Json> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return answer.json();
  };
  try {
    token = (await ask('POST', '/api/login', ADMIN)).access_token;
    const hook = { name: 'Through the worst', url: receiver.url, events: ['sites.created'], batch: 3 };
    const { id, secret } = await ask('POST', '/api/webhooks', hook);
    for (let kill = 0; kill <= kills; kill++) {
      const items = Array.from({ length: writes }, (_, i) => ({ name: `Written ${kill} ${i}` }));
      await ask('POST', '/api/sites/mass-store', { items });
      if (kill === kills) break;
      // Killed while a request waits for its answer, or has just been answered.
      const [before, isAnswered] = [receiver.requests.length, kill % 2 === 1];
      receiver.reply = () => (isAnswered ? 200 : 'hang');
      await until(() => receiver.requests.length > before, 40_000, 'a request before the kill');
      await running.kill();
      // What a server that is gone holds, nobody waits for here.
      receiver.reply = () => (Math.random() < 0.2 ? 'cut' : Math.random() < 0.2 ? { status: 200, after: 300 } : 200);
      [running, url] = await begin();
      await ask('POST', `/api/webhooks/${id}/resume`);
    }
    receiver.reply = () => (Math.random() < 0.2 ? 503 : 200);
    const all = writes * (kills + 1);
    const nameOf = ({ data }: Json): string => data.object.name as string;
    // The lease of the one that was killed, and three refusals in a row.
    await until(() => new Set(receiver.taken.map(nameOf)).size === all, 180_000 + all * 500, 'all of them taken');
    requireOrder(receiver);
    const library = new Webhook(secret as string);
    for (const { headers, text } of receiver.requests.slice(-20))
      library.verify(text, headers as Record<string, string>);
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
    return { requests: ids.length, repeated: ids.length - new Set(ids).size };
  } finally {
    await running.kill();
    await receiver.stop();
  }
}

/** Each request that is met for the first time goes on where the one before ended, and a repeated one says the same as before. */
function requireOrder({ requests }: Receiver): void {
  const seen = new Map<string, string>();
  const order: string[] = [];
  for (const { headers, events } of requests) {
    const id = String(headers['webhook-id']);
    const said = JSON.stringify(events.map(({ id: event }) => event));
    if (seen.has(id)) {
      expect(said).toBe(seen.get(id));
      continue;
    }
    seen.set(id, said);
    order.push(...events.map(({ data }) => data.object.name as string));
  }
  expect(new Set(order).size).toBe(order.length);
  const numbers = order.map((name) => name.split(' ').slice(1).map(Number) as [number, number]);
  expect(numbers).toEqual(numbers.toSorted(([a, b], [c, d]) => a - c || b - d));
}
