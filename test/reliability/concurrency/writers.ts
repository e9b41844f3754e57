/** Fifty writers of one object: each owns a column or a link of it, or a key of one more link, held at its other end. */
import '../../../src/map/index.js';
import { registry } from '../../../src/engine/index.js';
import { objectOf, settable } from '../../support/make.js';
import type { TestServer } from '../../support/server.js';
import { stored } from './crowd.js';

/** The link whose single pairs are written from the other end. */
const SHARED = 'logical_servers';
const DAY = 86_400_000;

/** Somebody who writes nothing but their own. */
export interface Writer {
  path: string;
  field: string;
  /** The value of their n-th change; each differs from the one before. */
  value(n: number): unknown;
  /** Kind and id of the object that the journal names. */
  subject: { type: string; id: number };
}

/** An application and everything that its writers point to, and the writers. */
export async function writersOf(server: TestServer, count: number): Promise<{ id: number; writers: Writer[] }> {
  const applications = registry.get('applications');
  const [id] = await stored(server, 'applications', ['the contended one']);
  const own = (field: string, value: Writer['value']): Writer => ({
    path: `/api/applications/${id!}`,
    field,
    value,
    subject: { type: applications.polymorphicType!, id: id! },
  });
  const writers: Writer[] = [];
  for (const field of settable(applications)) {
    const targets = field.ref && field.ref.target !== 'documents' ? await some(server, field.ref.target, 2) : undefined;
    if (field.ref && !targets) continue;
    const value = (n: number): unknown =>
      field.rules.format === 'urls'
        ? `https://map.example.org/${n}`
        : targets
          ? targets[n % 2]
          : VALUES[field.kind]?.(n, field.name, field.rules.enum !== undefined);
    if (value(0) !== undefined) writers.push(own(field.name, value));
  }
  for (const link of applications.links.filter((one) => one.writable && !one.items && one.name !== SHARED)) {
    const ids = await some(server, link.target, 3);
    const element = (i: number): unknown => (link.pivot?.value ? { id: ids[i], effect: 'degraded' } : ids[i]);
    writers.push(own(link.name, (n) => [[0], [0, 1], [1, 2], []][n % 4]!.map(element)));
  }
  const rest = await some(server, 'logical-servers', Math.max(0, count - writers.length));
  for (const other of rest) writers.push(fromOutside(other, id!));
  return { id: id!, writers: writers.slice(0, count) };
}

/** One who links the application to an object of theirs, from there, and takes the link away again. */
function fromOutside(other: number, id: number): Writer {
  return {
    path: `/api/logical-servers/${other}`,
    field: 'applications',
    value: (n) => (n % 2 ? [] : [id]),
    subject: { type: registry.get('logical-servers').polymorphicType!, id: other },
  };
}

const date = (n: number): string => new Date(Date.UTC(2020, 0, 1) + (n % 3000) * DAY).toISOString().slice(0, 10);

/** Values of columns by their kind. */
const VALUES: Partial<Record<string, (n: number, name: string, coded: boolean) => unknown>> = {
  name: (n) => `contended ${n}`,
  string: (n, name) => (name === 'ext_refs' ? `{CMDB}${n}` : `${name} ${n}`),
  text: (n, name) => `${name} ${n}`,
  html: (n) => `<p>${n}</p>`,
  int: (n, _, coded) => (coded ? (n % 5) - 1 : n),
  day: date,
};

/** New objects of a kind; their ids. */
async function some(server: TestServer, path: string, howMany: number): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 0; i < howMany; i++) ids.push((await objectOf(server, path)).id);
  return ids;
}
