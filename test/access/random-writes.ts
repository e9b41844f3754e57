/**
 * Random writes of somebody who sees a part of the map. Left out is what is told to depend on what is hidden (docs/perimeters.md):
 * circles, names of flows, merges, and what takes changes back.
 */
import { registry, type Field, type ResourceModel } from '../../src/engine/index.js';
import type { Json, Random } from '../queries/random.js';
import { make, settable, type Body } from '../support/make.js';
import { isText, kinds, type Attempt } from './perimeter-questions.js';

export class RandomWrites {
  private count = 0;

  constructor(
    private readonly random: Random,
    private readonly ids: ReadonlyMap<string, readonly number[]>,
  ) {}

  write(): Attempt {
    const { random } = this;
    const resource = random.of(kinds().filter(({ path }) => this.ids.has(path)));
    const { path } = resource;
    const at = `/api/${path}/${this.id(path)}`;
    const dry = random.chance(0.2) ? '?dry_run=1' : '';
    const ids = (): number[] => random.times(2, () => this.id(path), 1);
    return random.of<() => Attempt>([
      () => ({ method: 'PATCH', path: at + dry, body: this.body(resource) }),
      () => ({ method: 'PUT', path: at + dry, body: this.body(resource) }),
      () => ({ method: 'POST', path: `/api/${path}${dry}`, body: this.whole(resource) }),
      () => ({ method: 'DELETE', path: at + dry }),
      () => ({ method: 'POST', path: `${at}/restore${dry}`, body: {} }),
      () => ({ method: 'POST', path: `/api/${path}/mass-store${dry}`, body: { items: [this.whole(resource)] } }),
      () => ({
        ...{ method: 'PUT', path: `/api/${path}/mass-update${dry}` },
        body: { items: ids().map((id) => ({ id, ...this.body(resource) })) },
      }),
      () => ({ method: 'DELETE', path: `/api/${path}/mass-destroy${dry}`, body: { ids: ids() } }),
      () => ({ method: 'PATCH', path: `${at}/sources`, body: { name: { source: random.of(['none', 'MINE', null]) } } }),
      () => ({ method: 'POST', path: `/api/${path}/import${dry}`, file: this.file(resource) }),
      () => ({
        ...{ method: 'POST', path: random.of(['/api/feed/plans', '/api/feed/runs', '/api/feed/runs?dry_run=1']) },
        body: { feed: 1, source: 'MINE', items: random.times(4, () => this.item(), 1) },
      }),
    ])();
  }

  private id(path: string): number {
    return this.random.of(this.ids.get(path) ?? [1]);
  }

  private fields(resource: ResourceModel): Field[] {
    const { path, connector, label } = resource;
    const isTold = ({ name, ref }: Field): boolean =>
      name === 'perimeter_id' || ref?.target === path || Boolean(connector && name === label);
    return settable(resource).filter((field) => !isTold(field));
  }

  private value(resource: ResourceModel, field: Field): unknown {
    const { random } = this;
    if (field.ref) return random.chance(0.15) ? null : this.id(registry.get(field.ref.target).path);
    if (field.kind === 'int') return random.below(5);
    if (field.kind === 'flag') return random.chance(0.5);
    if (isText(field)) return random.of([`word ${++this.count}`, null]);
    return make(resource)[field.name];
  }

  private body(resource: ResourceModel): Body {
    const { random } = this;
    const fields = this.fields(resource);
    const body: Body = {};
    for (const field of random.times(4, () => random.of(fields), 1)) body[field.name] = this.value(resource, field);
    const links = resource.links.filter(
      ({ kind, writable, acyclic, target }) => kind === 'many-to-many' && writable && !acyclic && this.ids.has(target),
    );
    if (links.length)
      for (const { name, target } of random.times(2, () => random.of(links)))
        body[name] = random.times(4, () => this.id(target));
    return body;
  }

  private whole(resource: ResourceModel): Body {
    const { label } = resource;
    return { ...make(resource), ...this.body(resource), ...(label && { [label]: `fresh ${++this.count}` }) };
  }

  private file(resource: ResourceModel): string {
    const fields = this.random.times(4, () => this.random.of(this.fields(resource)), 1);
    const lines = this.random.times(3, () => [
      this.id(resource.path),
      ...fields.map((field) => this.value(resource, field) ?? ''),
    ]);
    return [['id', ...fields.map(({ name }) => name)], ...lines].map((line) => line.join(',')).join('\r\n');
  }

  /** What a tool says of a machine or an application. */
  private item(): Json {
    const { random } = this;
    const kind = random.of(
      kinds().filter(({ path }) => /server|workstation|peripheral|application|database/.test(path)),
    );
    const named = (path: string): Json => ({ name: `${random.of(['zqoutside', 'alpha', 'beta'])} ${path} name 0` });
    const set: Json = { ...named(kind.path), ...(random.chance(0.5) && { name: `fed ${++this.count}` }) };
    for (const { name, ref, writable } of kind.fields) {
      if (name === 'address_ip') set[name] = random.of(['10.20.0.1', '10.0.0.1']);
      if (!ref || writable !== true || ['perimeter_id', 'icon_id'].includes(name) || random.chance(0.8)) continue;
      set[name] = random.of([{ id: this.id(registry.get(ref.target).path) }, named(registry.get(ref.target).path)]);
    }
    return {
      ...{ type: kind.path, ref: `r${random.below(12)}`, set },
      ...(random.chance(0.3) && { keys: { serial: `S${random.below(5)}` } }),
      ...(random.chance(0.2) && { guess: true }),
    };
  }
}
