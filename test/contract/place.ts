/** Where the generated tests run: a server for each engine, and objects of every type for them to point to. */
import { registry, type ResourceModel } from '../../src/engine/index.js';
import { ENGINES } from '../support/engines.js';
import { isWhole } from '../support/extent.cjs';
import { completed, objectOf, type Body } from '../support/make.js';
import { TestServer } from '../support/server.js';
import { several } from './masses.js';
import { covering, shapesOf, statementsOf } from './shapes.js';

const LIVE = 3;

/** Three live objects and a deleted one of a type. */
interface Stock {
  live: number[];
  deleted: number;
}

export class Place {
  server!: TestServer;
  private readonly stocks = new Map<string, Promise<Stock>>();

  /** Ids of three live objects that tests point to and do not change otherwise. */
  async ids(path: string): Promise<number[]> {
    return [...(await this.stock(path)).live];
  }

  /** The id of a deleted object; of one that never was, where objects are not deleted softly. */
  async deleted(path: string): Promise<number> {
    return (await this.stock(path)).deleted;
  }

  /** A new object, as answered. */
  object(path: string, overrides: Body = {}): Promise<Body & { id: number }> {
    return objectOf(this.server, path, overrides);
  }

  /** The smallest valid body. */
  body(path: string, overrides: Body = {}): Promise<Body> {
    return completed(this.server, path, overrides);
  }

  /** The object as single reads answer it. */
  async read(path: string, id: number): Promise<Body> {
    const { status, body } = await this.server.get(`/api/${path}/${id}`);
    if (status !== 200) throw new Error(`GET ${path}/${id}: ${status} ${JSON.stringify(body)}`);
    return body.data as Body;
  }

  /** How many rows the resource has and how many changes were recorded: unchanged where nothing may be stored. */
  async rows({ table }: ResourceModel): Promise<unknown> {
    const [row] = await this.server.database.all(
      `SELECT (SELECT COUNT(*) FROM \`${table}\`) AS objects, (SELECT COUNT(*) FROM audit_logs) AS changes, ` +
        '(SELECT COUNT(*) FROM own_names) AS names',
    );
    return row;
  }

  private stock(path: string): Promise<Stock> {
    let stock = this.stocks.get(path);
    if (!stock) this.stocks.set(path, (stock = this.make(path)));
    return stock;
  }

  private async make(path: string): Promise<Stock> {
    if (registry.get(path).readOnly) return { live: await this.first(path), deleted: 4_000_000_000 };
    const ids = await several(this, registry.get(path), LIVE + 1);
    const deleted = ids.pop()!;
    await this.server.delete(`/api/${path}/${deleted}`);
    return { live: ids, deleted };
  }

  private async first(path: string): Promise<number[]> {
    const { body } = await this.server.get(`/api/${path}`);
    return (body as Array<{ id: number }>).slice(0, LIVE).map(({ id }) => id);
  }
}

/**
 * Runs tests for every resource, or for those that between them have all shapes (test/support/extent.cjs).
 * @param which leaves some out
 * @param shapes what of a resource the tests depend on
 */
export type ForEachResource = (
  tests: (resource: ResourceModel) => void,
  which?: (resource: ResourceModel) => boolean,
  shapes?: (resource: ResourceModel) => string[],
) => void;

/** For the resources that have all `usual` shapes, where a test does not say on what else it depends. */
const eachOf =
  (usual: (resource: ResourceModel) => string[]): ForEachResource =>
  (tests, which = () => true, shapes = usual) => {
    const resources = registry.all().filter(which);
    const tested = isWhole() ? resources : covering(resources, shapes);
    describe.each(tested.map((resource) => [resource.path, resource] as const))('%s', (_, resource) => tests(resource));
  };

/** Runs tests on a server of their own for each engine. */
export function onEveryEngine(tests: (place: Place, forEachResource: ForEachResource) => void): void {
  describe.each(ENGINES)('on %s', (engine) => {
    const place = new Place();
    beforeAll(async () => {
      place.server = await TestServer.start(engine);
    });
    afterAll(() => place.server.stop());
    tests(place, eachOf(engine === ENGINES.at(-1) ? shapesOf : statementsOf));
  });
}
