/** What the types of the client take and refuse: `types.spec.ts` has the compiler read this file, and nothing runs it. */
import {
  ApiError,
  type CursorPage,
  type Meridian,
  type NotModified,
  type Application,
  type ApplicationRow,
  type LogicalServerRow,
} from '../../clients/typescript/src/index.js';

declare const client: Meridian;
/** Fails to compile unless both types are the same. */
declare function same<A, B>(proof: [A] extends [B] ? ([B] extends [A] ? true : never) : never): void;

export async function lists(): Promise<void> {
  const all = await client.applications.list();
  same<(typeof all)[number], ApplicationRow>(true);

  const chosen = await client.applications.list({
    filter: {
      rto_lte: 60,
      name_starts: ['S', 'T'],
      install_date_between: ['2020-01-01', '2020-12-31'],
      'processes.name': 'care',
    },
    include: ['logicalServers', 'entity_resp', 'databasesCount', 'processesExists', 'processes.macroProcess'],
    fields: ['name', 'rto'],
    sort: ['-name'],
  });
  const [first] = chosen;
  same<(typeof first & object)['rto'], number | null>(true);
  same<(typeof first & object)['logical_servers'][number]['name'], LogicalServerRow['name']>(true);
  same<(typeof first & object)['databases_count'], number>(true);
  same<(typeof first & object)['processes_exists'], boolean>(true);
  const step: string | null | undefined = first!.processes[0]!.macro_process?.name;
  const none: null extends (typeof first & object)['entity_resp'] ? true : never = true;

  // @ts-expect-error a column that there is not
  await client.applications.list({ filter: { nmae: 'x' } });
  // @ts-expect-error an operator of dates on a text
  await client.applications.list({ filter: { name_after: '2020-01-01' } });
  // @ts-expect-error a text compared with a number
  await client.applications.list({ filter: { rto: 'an hour' } });
  // @ts-expect-error one value where two are needed
  await client.applications.list({ filter: { rto_between: [1] } });
  // @ts-expect-error a relation that there is not
  await client.applications.list({ filter: { bananas_exists: true } });
  // @ts-expect-error a column that there is not, downwards
  await client.applications.list({ sort: ['-nmae'] });
  // @ts-expect-error a relation that there is not
  await client.applications.list({ include: ['logicalSrevers'] });
  // @ts-expect-error a relation that there is not, behind one that there is
  await client.applications.list({ include: ['processes.bananas'] });
  // @ts-expect-error a column that there is not
  await client.applications.list({ fields: ['nmae'] });
  // @ts-expect-error an option that there is not
  await client.applications.list({ limit: 10 });
  // @ts-expect-error a column that was not asked for
  void first!.description;
  // @ts-expect-error objects that were not asked for
  void all[0]!.logical_servers;
  // @ts-expect-error addresses are filtered where there are any
  await client.applications.list({ filter: { ip_in: '10.0.0.0/8' } });
  await client.logicalServers.list({
    filter: { ip_in: '10.0.0.0/8', active: true, created_at_after: new Date(0), update_date_after: '2020-01-01' },
  });
  const page = await client.applications.pageByCursor({ fields: ['name'] });
  same<typeof page, CursorPage<Pick<ApplicationRow, 'name' | 'id'>>>(true);
  await client.applications.pageByCursor({ after: page.next });
  // @ts-expect-error pages by cursor have no numbers
  await client.applications.pageByCursor({ number: 2 });
  void [step, none];
}

export async function objects(): Promise<void> {
  const one = await client.applications.get(1);
  same<typeof one.logical_servers, number[]>(true);
  const wide = await client.applications.get(1, { include: ['logicalServers'] });
  same<(typeof wide.logical_servers)[number]['name'], LogicalServerRow['name']>(true);
  const known = await client.applications.get(1, { ifNoneMatch: one });
  same<typeof known, Application | NotModified>(true);
  // @ts-expect-error what is known already is not there
  void known.name;
  // @ts-expect-error parts of objects have no tag
  await client.applications.get(1, { ifNoneMatch: one, fields: ['name'] });
  await client.applications.create({ name: 'Patient file', rto: 60, logical_servers: [1] });
  await client.applications.update(1, { rto: null }, { ifMatch: one });
  // @ts-expect-error the name is missing
  await client.applications.create({ rto: 60 });
  // @ts-expect-error a field that there is not
  await client.applications.create({ name: 'Patient file', rot: 60 });
  // @ts-expect-error a text in place of a number
  await client.applications.update(1, { rto: 'an hour' });
  // @ts-expect-error ids, not names
  await client.applications.update(1, { logical_servers: ['SRV-1'] });
  // @ts-expect-error items of a change have ids
  await client.applications.massUpdate([{ rto: 60 }]);
  // @ts-expect-error a member that there is not
  void client.aplications;
  // @ts-expect-error rights are read only
  await client.permissions.create({ title: 'x' });
  // @ts-expect-error users are not exchanged as files
  await client.users.export();
  // @ts-expect-error files are uploaded
  await client.documents.create({ filename: 'x' });
  await client.documents.upload({ data: 'text', name: 'x.txt' });
}

export async function graph(): Promise<void> {
  const { nodes } = await client.graph.impact({ of: 'bays_1', states: ['down', 'degraded'], most: 10 });
  same<(typeof nodes)[number]['state'], 'concerned' | 'at_risk' | 'degraded' | 'down'>(true);
  await client.graph.statistics();
  const { families } = await client.graph.kinds();
  // @ts-expect-error a family that there is not
  void families.find(({ name }) => name === 'friends');
  const { points } = await client.graph.singlePoints();
  same<(typeof points)[number]['takes_down']['by_kind'], Record<string, number>>(true);
  // @ts-expect-error nobody fails
  await client.graph.impact({ states: 'down' });
  // @ts-expect-error a direction that there is not
  await client.graph.neighbourhood({ of: 'bays_1', direction: 'sideways' });
  // @ts-expect-error a parameter of another question
  await client.graph.cuts({ depth: 2 });
  // @ts-expect-error a question that there is not
  await client.graph.outage({ of: 'bays_1' });
}

export async function rest(): Promise<void> {
  const report = await client.report('rto', { format: 'json' });
  same<(typeof report.sheets)[number]['columns'], string[]>(true);
  const file = await client.report('rto');
  same<ReturnType<typeof file.text>, Promise<string>>(true);
  // @ts-expect-error a report that there is not
  await client.report('rot');
  const { rows } = await client.queries.run<{ name: string }>('FROM applications FIELDS name');
  same<(typeof rows)[number]['name'], string>(true);
  // @ts-expect-error a format that there is not
  await client.queries.run('FROM applications', { format: 'pdf' });
  const error: unknown = null;
  if (error instanceof ApiError) same<typeof error.status, number>(true);
}
