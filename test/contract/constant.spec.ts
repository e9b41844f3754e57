/** Statements of mass actions grow with columns and links, not with items (contract 7). @seconds 15 @always */
import type { ResourceModel } from '../../src/engine/index.js';
import { settable, valid, type Body } from '../support/make.js';
import { isStorable, isWritable } from './deviations.js';
import { linkBody } from './links.js';
import { bodies, massDestroy, massRestore, massStore, massUpdate, several, statementsOf } from './masses.js';
import { onEveryEngine, type Place } from './place.js';

const FEW = 2;
const MANY = 40;

/** A body that changes every column that it can, and every link. */
async function everything(place: Place, resource: ResourceModel): Promise<Body> {
  const links = await linkBody(place, resource, ([a, b], { kind }) => (kind === 'one-to-many' ? [] : [a, b]));
  const columns = settable(resource).filter(
    ({ kind, hidden, writable }) => kind !== 'ref' && !hidden && writable === true,
  );
  return { ...Object.fromEntries(columns.map((field) => [field.name, valid(field)])), ...links };
}

/** Other objects, other names. */
async function items(place: Place, resource: ResourceModel, count: number): Promise<Body[]> {
  return Promise.all(Array.from({ length: count }, () => everything(place, resource)));
}

onEveryEngine((place, forEachResource) => {
  /** How many statements an action runs on few and on many items. */
  async function compare(
    act: (count: number) => Promise<() => Promise<{ status: number; body: unknown }>>,
  ): Promise<void> {
    const run: string[][] = [];
    for (const count of [FEW, MANY]) {
      const work = await act(count);
      const statements = await statementsOf(place, async () => {
        const { status, body } = await work();
        if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
      });
      run.push(statements);
    }
    const [few, many] = run;
    // The statements themselves say more than their number.
    if (many!.length !== few!.length) expect(many).toEqual(few);
  }

  forEachResource((resource) => {
    it('contract 7: mass-store runs as many statements for 40 items as for 2', () =>
      compare(async (count) => {
        const [made, more] = [await bodies(place, resource, count), await items(place, resource, count)];
        const all = made.map((body, i) => ({ ...more[i], ...body }));
        return () => massStore(place, resource, all);
      }));
  }, isStorable);

  forEachResource((resource) => {
    it('contract 7: mass-update runs as many statements for 40 items as for 2', () =>
      compare(async (count) => {
        const [ids, more] = [await several(place, resource, count), await items(place, resource, count)];
        return () =>
          massUpdate(
            place,
            resource,
            ids.map((id, i) => ({ id, ...more[i] })),
          );
      }));

    it('contract 7: mass-destroy runs as many statements for 40 ids as for 2', () =>
      compare(async (count) => {
        const ids = await several(place, resource, count);
        return () => massDestroy(place, resource, ids);
      }));
  }, isWritable);

  forEachResource(
    (resource) => {
      it('contract 7: mass-restore runs as many statements for 40 ids as for 2', () =>
        compare(async (count) => {
          const ids = await several(place, resource, count);
          await massDestroy(place, resource, ids);
          return () => massRestore(place, resource, ids);
        }));
    },
    (resource) => isWritable(resource) && resource.softDelete,
  );
});
