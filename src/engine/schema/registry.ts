/** Collects the resources, completes their links from both ends, and refuses what does not fit together. */
import { nearest, singular } from '../../core/text/naming.js';
import { resourceDraft, type LinkDraft, type ResourceDraft } from './decorators/drafts.js';
import type { GraphModel } from './edge.js';
import { graphModelOf } from './graph-model.js';
import { hasOwnHomes, PERIMETERS } from '../../database/later-columns.js';
import type { Catalogue } from '../../database/migration-watch.js';
import type { EntityClass, Link, Pivot, Resource } from './model.js';
import { neededLink, requirementsIn, type Requirements } from './needed.js';
import { onDisk } from './on-disk.js';

/** All resources by path and alias. One per process, filled by the view modules, sealed at the first question. */
export class Registry {
  private readonly drafts = new Map<string, ResourceDraft>();
  private readonly resources = new Map<string, Resource>();
  private sealed = false;
  private model: GraphModel | undefined;
  private required: ReadonlyMap<string, Requirements> = new Map();
  private tables: Catalogue = new Map();
  private shape = '';
  /** The drafts with the columns that the database has. */
  private here = new Map<string, ResourceDraft>();

  /** Adds entity classes. Throws once the registry is sealed, or when a path is taken. */
  add(...entities: EntityClass[]): void {
    for (const entity of entities) {
      const draft = resourceDraft(entity);
      const taken = this.drafts.get(draft.path);
      if (taken?.entity === entity) continue;
      if (taken) throw new Error(`${entity.name}: the path '${draft.path}' belongs to ${taken.entity.name} already.`);
      if (this.sealed) throw new Error(`${entity.name}: resources are added before the first request, not after.`);
      this.drafts.set(draft.path, draft);
    }
  }

  /** Takes the columns that a database has, before anything is made of the resources for it. */
  fit(tables: Catalogue): this {
    // Those of our own are as the entity files say, but for homes.
    const shape =
      tables.has('migrations') || hasOwnHomes(tables)
        ? [...this.drafts.values(), { table: PERIMETERS }]
            .map(({ table }) => [table, ...(tables.get(table) ?? [])])
            .join('\n')
        : '';
    if (shape === this.shape) return this;
    [this.tables, this.shape, this.sealed] = [tables, shape, false];
    return this;
  }

  /** All resources, in the order in which the views were added. */
  all(): Resource[] {
    this.seal();
    return [...new Set(this.resources.values())];
  }

  /** The resource with this path or alias. */
  find(path: string): Resource | undefined {
    this.seal();
    return this.resources.get(path);
  }

  /** The resource with this path or alias. Throws a sentence with the nearest name if there is none. */
  get(path: string): Resource {
    const resource = this.find(path);
    if (!resource) throw new Error(unknown(`no resource '${path}'`, path, this.resources.keys()));
    return resource;
  }

  /** What the resources say of the graph of their objects. Throws a sentence for what does not fit together. */
  graph(): GraphModel {
    this.seal();
    return this.model!;
  }

  /** What the objects of a resource require, by the names that their `needs` may hold; undefined where they require nothing. */
  requirementsOf(path: string): Requirements | undefined {
    this.seal();
    return this.required.get(path);
  }

  private seal(): void {
    if (this.sealed) return;
    this.sealed = true;
    this.resources.clear();
    this.here = new Map([...this.drafts].map(([path, draft]) => [path, onDisk(draft, this.tables)]));
    for (const draft of this.here.values()) this.complete(draft);
    const all = [...new Set(this.resources.values())];
    this.model = graphModelOf(all);
    this.required = requirementsIn(this.model, all);
    for (const resource of all) {
      const names = this.required.get(resource.path)?.keys();
      if (names) resource.links.push(neededLink(resource, names));
      this.refuseRepeatedNames(resource);
    }
  }

  private complete(draft: ResourceDraft): void {
    for (const field of draft.fields) if (field.ref) this.draft(draft, field.name, field.ref.target);
    const { pivotOnDelete: _, theirs: __, ...rest } = draft;
    const resource: Resource = { ...rest, links: draft.links.map((link) => this.completeLink(draft, link)) };
    for (const name of [draft.path, ...draft.aliases]) {
      if (this.resources.has(name)) throw new Error(`${draft.path}: the name '${name}' is taken.`);
      this.resources.set(name, resource);
    }
  }

  private draft(from: ResourceDraft, property: string, path: string): ResourceDraft {
    const found = this.here.get(path);
    if (found) return found;
    throw new Error(unknown(`${from.path}.${property}: no resource '${path}'`, path, this.here.keys()));
  }

  private completeLink(owner: ResourceDraft, link: LinkDraft): Link {
    const { pivot: given, foreign, shared, ...rest } = link;
    if (link.kind === 'child') return { ...rest, foreign: { ...foreign!, ...(shared && { type: owner.table }) } };
    const target = this.draft(owner, link.name, link.target);
    if (given) return { ...rest, pivot: this.pivot(owner, target, link) };
    const column = target.fields.find(
      (field) => (field.known ?? field.name) === foreign!.column && field.ref?.target === owner.path,
    );
    if (!column) {
      throw new Error(`${owner.path}.${link.name}: '${target.path}' has no column '${foreign!.column}' pointing back.`);
    }
    return { ...rest, foreign: { table: target.table, column: column.name, nullable: column.nullable } };
  }

  /** The options written at either end, and what follows from the two names. */
  private pivot(owner: ResourceDraft, target: ResourceDraft, link: LinkDraft): Pivot {
    const far = this.farEnd(owner, target, link);
    const given = { ...swapped(far?.pivot), ...link.pivot };
    const [own, other] = [singular(owner.table), singular(target.table)];
    const keys = given.foreignKeys !== false;
    return {
      table: given.table ?? `${given.own ? 'own_' : ''}${[own, other].sort().join('_')}`,
      ownColumn: given.ownColumn ?? `${own}_id`,
      otherColumn: given.otherColumn ?? `${other}_id`,
      unique: given.unique ?? false,
      ...(given.value && { value: given.value }),
      withId: given.withId ?? false,
      onDelete: { own: keys ? owner.pivotOnDelete : null, other: keys ? target.pivotOnDelete : null },
    };
  }

  private farEnd(owner: ResourceDraft, target: ResourceDraft, link: LinkDraft): LinkDraft | undefined {
    const mirror = link.pivot?.mirror;
    const far = target.links.find((other) =>
      mirror
        ? other.name === mirror
        : owner !== target && other.kind === 'many-to-many' && other.target === owner.path && !other.pivot?.mirror,
    );
    if (mirror && !far)
      throw new Error(
        unknown(
          `${owner.path}.${link.name}: no link '${mirror}' to mirror`,
          mirror,
          target.links.map((l) => l.name),
        ),
      );
    return far;
  }

  private refuseRepeatedNames(resource: Resource): void {
    const seen = new Set<string>();
    for (const { name } of [...resource.fields, ...resource.links]) {
      if (seen.has(name)) throw new Error(`${resource.path}: the name '${name}' is used twice.`);
      seen.add(name);
    }
  }
}

function swapped(pivot: LinkDraft['pivot']): NonNullable<LinkDraft['pivot']> {
  if (!pivot) return {};
  const { ownColumn, otherColumn, mirror: _, ...rest } = pivot;
  return {
    ...rest,
    ...(otherColumn && { ownColumn: otherColumn }),
    ...(ownColumn && { otherColumn: ownColumn }),
  };
}

function unknown(problem: string, name: string, candidates: Iterable<string>): string {
  const guess = nearest(name, candidates);
  return `${problem}.${guess ? ` Did you mean '${guess}'?` : ''}`;
}

/** The resources of this process. */
export const registry = new Registry();
