/** What backups say of a server is told to who may see all of them. @seconds 10 */
import { TestServer } from '../support/server.js';

let server: TestServer;
let check: number;
let application: number;
let machine: number;
afterAll(() => server.stop());

const make = async (path: string, body: Record<string, unknown>): Promise<number> =>
  (await server.post(`/api/${path}`, body)).body.id as number;

/** The one finding, and what stands beside its object, as somebody is told who has every ability, or is kept to these rules. */
async function toldTo(rules?: ReadonlyArray<Record<string, unknown>>): Promise<{ message: string; notes: unknown[] }> {
  const titles = await server.database.all('SELECT title FROM permissions WHERE title IS NOT NULL');
  const person = await server.userWith(titles.map(({ title }) => title as string));
  if (rules) {
    const perimeter = await make('perimeters', { name: `Perimeter of ${person.login}`, rules });
    expect((await server.patch(`/api/roles/${person.roleId}`, { perimeters: [perimeter] })).status).toBe(200);
  }
  const { status, body } = await server.get(`/api/checks/${check}/now`, { token: person.token });
  expect([status, body.length]).toEqual([200, 1]);
  const [{ message, evidence }] = body;
  return { message, notes: evidence.objects.map(({ note }: { note?: unknown }) => note) };
}

beforeAll(async () => {
  server = await TestServer.start('sqlite');
  const plan = await make('backups', { name: 'plan', backup_frequency: 2 });
  machine = await make('logical-servers', { name: 'vm', backups: [plan] });
  application = await make('applications', { name: 'app', rpo: 60, logical_servers: [machine] });
  const { body } = await server.get('/api/checks?filter[key]=recovery-too-slow');
  check = body[0].id as number;
});

it('how often a server is backed up is not told to who does not see the plan', async () => {
  const rules = [
    { resource: 'applications', filter: { id: String(application) } },
    { resource: 'logical-servers', filter: { id: String(machine) } },
  ];
  expect(await toldTo(rules)).toEqual({
    message: 'May lose the data of 1 h, and is backed up less often: vm.',
    notes: [undefined],
  });
});

it('it is to who may see every plan', async () => {
  expect(await toldTo()).toEqual({
    message: 'May lose the data of 1 h, and is backed up less often: vm (1 d).',
    notes: [1440],
  });
});
