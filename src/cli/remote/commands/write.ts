/** `create`, `update`, `delete`, `undelete`: changing the map. */
import type { Name, Resource } from 'meridian-client';
import { givenBody, idOf, type Body } from '../arguments.js';
import { printObject, printRows, terminalWidth, usualFormat, type Row } from '../output/output.js';
import { note } from '../output/progress.js';
import { openSession, signal } from '../session.js';
import type { OutputOptions } from './read.js';

interface WriteOptions extends OutputOptions {
  type: string;
  fields?: ReadonlyArray<string | number> | undefined;
  file?: string | undefined;
  ifMatch?: string | undefined;
  dryRun?: boolean | undefined;
}

interface IdsOptions extends OutputOptions {
  type: string;
  ids: ReadonlyArray<string | number>;
  dryRun?: boolean | undefined;
}

/** What is known at run time only cannot be checked by the compiler: the server does. */
interface Anything {
  create(body: Body, options: object): Promise<Row>;
  update(id: number, body: Body, options: object): Promise<Row>;
}
const anything = (resource: Resource<Name>): Anything => resource as unknown as Anything;

/** Creates an object and prints it. */
export async function create(options: WriteOptions): Promise<void> {
  const session = await openSession(options);
  const type = await session.type(options.type);
  const body = await givenBody(wordsOf(options), options.file, type);
  const made = await anything(session.client.resource(type.path)).create(body, strictly(options));
  await printObject(made, { format: options.output ?? usualFormat(), width: terminalWidth() });
}

/** Changes an object and prints it. */
export async function update(options: WriteOptions & { id: string | number }): Promise<void> {
  const session = await openSession(options);
  const type = await session.type(options.type);
  const id = idOf(options.id);
  const body = await givenBody(wordsOf(options), options.file, type);
  const call = { ...strictly(options), ...(options.ifMatch !== undefined && { ifMatch: options.ifMatch }) };
  const changed = await anything(session.client.resource(type.path)).update(id, body, call);
  await printObject(changed, { format: options.output ?? usualFormat(), width: terminalWidth() });
}

/** Deletes objects: all that are named, or none. */
export async function remove(options: IdsOptions): Promise<void> {
  const session = await openSession(options);
  const { path } = await session.type(options.type);
  const ids = options.ids.map(idOf);
  const resource = session.client.resource(path);
  const call = { signal, ...(options.dryRun && { dryRun: true }) };
  if (ids.length === 1) await resource.delete(ids[0]!, call);
  else await resource.massDestroy(ids, call);
  note(`${options.dryRun ? 'Could be deleted' : 'Deleted'}: ${path} ${ids.join(', ')}.`);
}

/** Brings deleted objects back, one after the other. */
export async function undelete(options: IdsOptions): Promise<void> {
  const session = await openSession(options);
  const { path } = await session.type(options.type);
  const resource = session.client.resource(path);
  async function* restored(): AsyncGenerator<Row> {
    for (const id of options.ids.map(idOf)) yield (await resource.restore(id, { signal })) as unknown as Row;
  }
  await printRows(restored(), { format: options.output ?? usualFormat(), width: terminalWidth() });
}

const wordsOf = ({ fields = [] }: WriteOptions): string[] => fields.map(String);
/** A slip of the pen in a field must not pass in silence. */
const strictly = ({ dryRun, file }: WriteOptions): object => ({
  strict: file === undefined,
  signal,
  ...(dryRun && { dryRun }),
});
