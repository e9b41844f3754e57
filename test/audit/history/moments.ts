/** What all reads answered at some moments under random writes is what they answer of these moments afterwards; long texts and large sets too. */
import { RandomMap } from '../../events/random-map.js';
import type { TestServer } from '../../support/server.js';
import { differences, dumpOf, type Dump } from './dumps.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
type Json = any;

/** How much of it. */
export interface Extent {
  seed: number;
  moments: number;
  writes: number;
  /** Objects that one is linked to. */
  links: number;
}

const TEXT = 60_000;

/** Returns what differs, of the first moments at which something does. */
export async function wrongAtMoments(server: TestServer, { seed, moments, writes, links }: Extent): Promise<Json[]> {
  const map = new RandomMap(server, seed);
  for (const resource of map.kinds) await map.create(resource);
  const large = await Large.make(server, map, links);
  const dumps: Dump[] = [];
  const isRead = (subject: string): boolean => !large.isOther(subject);
  for (let moment = 0; moment < moments; moment++) {
    dumps.push(await dumpOf(server, map, isRead));
    for (let i = 0; i < writes; i++) {
      const status = await map.write();
      if (status >= 500) throw new Error(`a write was answered ${status}`);
    }
    await large.change(moment);
  }
  dumps.push(await dumpOf(server, map, isRead));
  const subjects = new Set(dumps.flatMap(({ objects }) => [...objects.keys()]));
  for (const [i, dump] of dumps.entries()) {
    const wrong = await differences(server, dump, i % 2 ? dump.cursor : dump.at, subjects);
    if (wrong.length) return wrong.slice(0, 3).map((one) => ({ moment: i, ...one }));
  }
  return [];
}

/** An object with a long text and a large set, and those that it is linked to. */
class Large {
  private constructor(
    private readonly server: TestServer,
    private readonly map: RandomMap,
    private readonly id: number,
    private readonly others: readonly number[],
  ) {}

  static async make(server: TestServer, map: RandomMap, links: number): Promise<Large> {
    const ids: number[] = [];
    for (let at = 0; at < links; at += 1000) {
      const items = Array.from({ length: Math.min(1000, links - at) }, (_, i) => ({
        name: `of the large one ${at + i}`,
      }));
      ids.push(...(await server.post('/api/logical-servers/mass-store', { items }, { documented: false })).body.ids);
    }
    const body = { name: 'the large one', description: textOf(map, 0), logical_servers: ids };
    const { status, body: made } = await server.post('/api/applications', body, { documented: false });
    if (status !== 201) throw new Error(JSON.stringify(made));
    return new Large(server, map, made.id, ids);
  }

  isOther(subject: string): boolean {
    const [path, id] = subject.split('/');
    return path === 'logical-servers' && this.others.includes(Number(id)) && Number(id) !== this.others[0];
  }

  /** Another text, and a set of which some went and some came. */
  async change(moment: number): Promise<void> {
    const { server, map, others, id } = this;
    const kept = others.filter(() => map.random.below(10) > 0);
    const body = { description: textOf(map, moment + 1), logical_servers: moment % 7 === 6 ? [] : kept };
    const { status } = await server.patch(`/api/applications/${id}`, body, { documented: false });
    if (status !== 200) throw new Error(`the large one was answered ${status}`);
  }
}

const textOf = (map: RandomMap, moment: number): string =>
  `<p>${`moment ${moment}, é ${map.random.below(1e9)}. `.repeat(TEXT / 15)}</p>`.slice(0, TEXT);
