/** Random writes of all kinds to objects of nearly all types, and what reads answer then. */
import { registry, type ResourceModel } from '../../src/engine/index.js';
import { Random } from '../graph/support/random.js';
import { completed, settable, valid } from '../support/make.js';
import type { TestServer } from '../support/server.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
type Json = any;

/** What single reads answer beside its row is told elsewhere. */
const BESIDE = new Set(['users', 'cartographers', 'saved-maps', 'documents']);

export class RandomMap {
  readonly random: Random;
  readonly kinds: ResourceModel[] = registry
    .all()
    .filter(({ path, readOnly, softDelete }) => !readOnly && softDelete && !BESIDE.has(path));
  readonly live = new Map<string, number[]>(this.kinds.map(({ path }) => [path, []]));
  readonly deleted = new Map<string, number[]>(this.kinds.map(({ path }) => [path, []]));

  constructor(
    private readonly server: TestServer,
    seed: number,
  ) {
    this.random = new Random(seed);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.random.below(list.length)]!;
  }

  private some(path: string): number[] {
    return (this.live.get(path) ?? []).filter(() => this.random.below(3) === 0).slice(0, 4);
  }

  /** A few columns and sets of links at random. */
  private changesOf(resource: ResourceModel): Json {
    const { random, live } = this;
    const body: Json = {};
    for (const field of settable(resource)) {
      if (random.below(4) || field.writable !== true || field.name === resource.label || field.hidden) continue;
      if (field.ref)
        body[field.name] = live.get(field.ref.target)?.length
          ? this.pick([null, ...live.get(field.ref.target)!])
          : null;
      else if (field.kind === 'string' || field.kind === 'text' || field.kind === 'html')
        body[field.name] = field.rules.format ? null : `<b>${random.below(1000)}</b>`;
      else if (field.kind !== 'name') body[field.name] = this.pick([null, valid(field)]);
    }
    for (const link of resource.links) {
      if (!link.writable || random.below(2)) continue;
      if (link.kind !== 'child') body[link.name] = this.wordedAtRandom(link, this.some(link.target));
      else if (link.numbers) body[link.name] = { [link.numbers.names[0]!]: 1 + random.below(3) };
    }
    return body;
  }

  private wordedAtRandom({ pivot }: ResourceModel['links'][number], ids: number[]): unknown[] {
    return pivot?.value ? ids.map((id) => ({ id, [pivot.value!.name]: this.pick(pivot.value!.words) })) : ids;
  }

  async create(resource: ResourceModel): Promise<void> {
    const { server, random } = this;
    const body = { ...(await completed(server, resource.path)), ...(random.below(2) && this.changesOf(resource)) };
    const { status, body: made } = await server.post(`/api/${resource.path}`, body, { documented: false });
    if (status === 201) this.live.get(resource.path)!.push(made.id);
  }

  /** One write of any kind; returns its status. */
  async write(): Promise<number> {
    const { server, random } = this;
    const resource = this.pick(this.kinds);
    const { path } = resource;
    const [here, gone] = [this.live.get(path)!, this.deleted.get(path)!];
    const what = random.below(10);
    if (what < 5 && here.length)
      return (await server.patch(`/api/${path}/${this.pick(here)}`, this.changesOf(resource), { documented: false }))
        .status;
    if (what === 5 && here.length) {
      const ids = this.some(path);
      const items = ids.map((id) => ({ id, ...this.changesOf(resource) }));
      return (await server.put(`/api/${path}/mass-update`, { items }, { documented: false })).status;
    }
    if (what === 6 && here.length > 1) {
      const id = this.pick(here);
      const { status } = await server.delete(`/api/${path}/${id}`);
      if (status === 200) move(id, here, gone);
      return status;
    }
    if (what === 7 && here.length > 2) {
      const ids = here.slice(0, 2);
      const { status } = await server.request('DELETE', `/api/${path}/mass-destroy`, { body: { ids } });
      if (status === 204) for (const id of ids) move(id, here, gone);
      return status;
    }
    if (what === 8 && gone.length) {
      const ids = random.below(2) ? [...gone] : [this.pick(gone)];
      const { status } =
        ids.length > 1
          ? await server.post(`/api/${path}/mass-restore`, { ids })
          : await server.post(`/api/${path}/${ids[0]}/restore`, {});
      if (status === 200) for (const id of ids) move(id, gone, here);
      return status;
    }
    if (what === 9) return (await server.post(`/api/${path}?dry_run=1`, await completed(server, path))).status;
    await this.create(resource);
    return 201;
  }

  /** All single reads. */
  async reads(): Promise<Map<string, Json>> {
    const { server } = this;
    const found = new Map<string, Json>();
    for (const { path } of this.kinds)
      for (const { id } of (await server.get(`/api/${path}?fields=id`)).body)
        found.set(`${path}/${id}`, (await server.get(`/api/${path}/${id}`)).body.data);
    return found;
  }
}

function move(id: number, from: number[], to: number[]): void {
  from.splice(from.indexOf(id), 1);
  to.push(id);
}
