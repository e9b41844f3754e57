/** Fills an empty database with the map of the demo, through the same services that requests go through. */
import { ADMIN_ROLE } from '#meridian/access/rights.js';
import type { RequestContext } from '#meridian/core/http/caller.js';
import { ValidationError } from '#meridian/core/http/errors.js';
import { quote } from '#meridian/database/dialect.js';
import { registry, serviceOf, type ResourceModel, type ResourceService } from '#meridian/engine/index.js';
import type { Server } from '#meridian/server.js';
import { feedDemo } from './feeds.js';
import { ORGANISATION } from './map/ecosystem.js';
import { DELETED, demoMap } from './map/index.js';
import { NameIndex, naming } from './names.js';
import { calendarOf, type DemoMap, type DemoObject } from './rows.js';

type Body = Record<string, unknown>;

/** How the demo is filled. */
export interface FillOptions {
  /** The password of a user of the demo. */
  passwordOf(login: string): string;
  /** The day that dates are told from; left out: today. */
  today?: Date;
  /** Hears of each type once its objects are stored. */
  progress?(path: string, count: number): void;
  /** Another map than that of the demo. */
  map?: DemoMap;
}

/** What a database holds, seen from the demo. */
export type State = 'empty' | 'demo' | 'other';

/** Set as the very last thing: a map without it was not filled to its end. */
const MARK = 'MERIDIAN-DEMO';
/** What every database has from its first start and the first log-in on. */
const SEEDED = ['users', 'roles', 'permissions', 'audit-logs'];

/** Whether a database may be filled, is the demo already, or holds anything else. */
export async function stateOf({ database }: Pick<Server, 'database'>): Promise<State> {
  if ((await database.all('SELECT id FROM entities WHERE external_ref_id = ?', [MARK])).length) return 'demo';
  const tables = registry.all().filter(({ path }) => !SEEDED.includes(path));
  for (const { table } of tables) {
    if ((await database.all(`SELECT id FROM ${quote(table)} LIMIT 1`)).length) return 'other';
  }
  return 'empty';
}

/**
 * Stores the map of the demo: about 300 objects, every type and every kind of link among them. The database must be empty
 * (`stateOf`). Objects are stored type by type; what speaks of objects that come later is set at the end.
 * @returns the number of objects by path
 * @throws a sentence that names the object if a name or a value is wrong
 */
export async function fillDemo(
  server: Pick<Server, 'app' | 'database'>,
  options: FillOptions,
): Promise<Map<string, number>> {
  const map = options.map ?? demoMap(calendarOf(options.today ?? new Date()), options.passwordOf);
  const context = await contextOf(server);
  const filling = new Filling(server, map, context);
  await filling.loadNames();
  const counts = new Map<string, number>();
  for (const [path, objects] of Object.entries(map)) {
    await filling.store(path, objects);
    counts.set(path, objects.length);
    options.progress?.(path, objects.length);
  }
  await filling.finish();
  if (!options.map) {
    await feedDemo(server, map, context);
    await filling.close();
  }
  return counts;
}

class Filling {
  private readonly names: NameIndex;
  private readonly waiting: Array<{ resource: ResourceModel; id: number; later: DemoObject; place: string }> = [];

  constructor(
    private readonly server: Pick<Server, 'app' | 'database'>,
    map: DemoMap,
    private readonly context: RequestContext,
  ) {
    this.names = new NameIndex(map);
  }

  async loadNames(): Promise<void> {
    const named = SEEDED.filter((path) => naming(registry.get(path)));
    for (const path of named) await this.names.load(path, this.server.database);
  }

  /** Stores the objects of one type, with all that can be said of them yet. */
  async store(path: string, objects: readonly DemoObject[]): Promise<void> {
    const resource = registry.get(path);
    const label = naming(resource);
    const places = objects.map((object, i) => `${path} '${String(object[label ?? 'id'] ?? i)}'`);
    const resolved = objects.map((object, i) => this.names.resolve(resource, object, places[i]!));
    const bodies = resolved.map(({ now }) => now);
    const { ids } = await named(places, this.serviceOf(path).store(bodies, this.context, MASS));
    resolved.forEach(({ later }, i) => {
      if (label) this.names.store(path, objects[i]![label], ids[i]!);
      if (Object.keys(later).length) this.waiting.push({ resource, id: ids[i]!, later, place: places[i]! });
    });
  }

  /** Sets what had to wait. */
  async finish(): Promise<void> {
    for (const resource of new Set(this.waiting.map((one) => one.resource))) {
      const waiting = this.waiting.filter((one) => one.resource === resource);
      const service = this.serviceOf(resource.path);
      const bodies: Body[] = [];
      for (const { id, later, place } of waiting) {
        const { now } = this.names.resolve(resource, later, place);
        bodies.push(together(now, (await service.repository.show(id))!));
      }
      const places = waiting.map(({ place }) => place);
      const ids = waiting.map(({ id }) => id);
      await named(places, service.update(ids, bodies, this.context, MASS));
    }
  }

  /** Deletes what is to be found deleted, and marks the map as complete. */
  async close(): Promise<void> {
    for (const [path, name] of DELETED) {
      await this.serviceOf(path).destroy([this.names.idOf(path, name, 'deleted')!], this.context, MASS);
    }
    const organisation = this.names.idOf('entities', ORGANISATION, 'mark')!;
    await this.serviceOf('entities').update([organisation], [{ external_ref_id: MARK }], this.context, MASS);
  }

  private serviceOf(path: string): ResourceService {
    return this.server.app.get<ResourceService>(serviceOf(path), { strict: false });
  }
}

/** A link replaces the whole set: what the other end wrote meanwhile is kept. */
function together(body: Body, stored: Body): Body {
  const merged = Object.entries(body).map(([key, value]): [string, unknown] => {
    const there = stored[key];
    return [
      key,
      Array.isArray(value) && Array.isArray(there) ? [...new Set([...(there as unknown[]), ...value])] : value,
    ];
  });
  return Object.fromEntries(merged);
}

/** Errors are keyed by place in the list; a misspelt column is one. */
const MASS = { mass: true, strict: true };

const LIVE_ADMIN = `
  SELECT MIN(u.id) AS id FROM users u JOIN role_user ru ON ru.user_id = u.id
  WHERE ru.role_id = ${ADMIN_ROLE} AND u.deleted_at IS NULL`;

/** The administrator that the first start made fills the map: queries and journal name them. */
async function contextOf({ database }: Pick<Server, 'database'>): Promise<RequestContext> {
  const [admin] = await database.all(LIVE_ADMIN);
  const userId = admin!['id'] as number;
  const caller = { userId, tokenId: 0, admin: true, abilities: new Set<string>(), roleIds: [ADMIN_ROLE] };
  return { caller: { ...caller, language: null, readOnly: false }, address: '127.0.0.1', requestId: 'demo' };
}

/** A refused write, with the names of the objects in place of their positions. */
async function named<T>(places: readonly string[], writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const lines = [...error.errors].map(([key, phrases]) => {
      const [, position, field] = /^items\.(\d+)\.(.*)$/.exec(key) ?? [];
      const place = position === undefined ? key : `${places[Number(position)]}, ${field}`;
      return `${place}: ${phrases.map((phrase) => phrase.in('en')).join(' ')}`;
    });
    throw new Error(lines.join('\n'), { cause: error });
  }
}
