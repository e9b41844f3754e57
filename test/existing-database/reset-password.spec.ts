/** The command `admin:reset-password`: for whoever may use the server's machine and cannot sign in. @seconds 29 */
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';
import { describeWithOldDatabase, oldDatabase } from './old-database.js';
import { buildProgram, Running, type Ended, type Program } from './processes.js';

let program: Program;
beforeAll(() => {
  program = buildProgram();
});
afterAll(() => program.remove());

const command = (place: TestDatabase, args: string[], input?: string): Promise<Ended> =>
  Running.start(program, ['cli/meridian.js', ...args], { DATABASE_URL: place.url, BCRYPT_COST: '4' }, input).ended;
const passwordIn = ({ output }: Ended): string => /^Password: (\S+)$/m.exec(output)![1]!;

describe.each(ENGINES)('contract 2 and 13: on %s', (engine) => {
  let place: TestDatabase;
  let server: TestServer;
  beforeAll(async () => {
    place = await makeDatabase(engine);
    server = await TestServer.start(engine, {}, place);
  });
  afterAll(() => server.stop());
  const reset = (args: string[], input?: string): Promise<Ended> =>
    command(place, ['admin:reset-password', ...args], input);

  it('gives a new password, shown once, and ends every token within a second', async () => {
    const person = await server.userWith(['site_access']);
    expect((await server.get('/api/sites', { token: person.token })).status).toBe(200);
    const done = await reset([person.login.toUpperCase()]);
    expect([done.code, done.output]).toEqual([
      0,
      expect.stringContaining(`${person.login} (id:${person.id}) has a new`),
    ]);
    await new Promise((wake) => setTimeout(wake, 1100));
    expect((await server.get('/api/sites', { token: person.token })).status).toBe(401);
    await expect(server.login(person.login, ADMIN.password)).rejects.toThrow('401');
    const token = await server.login(person.login, passwordIn(done));
    expect((await server.get('/api/users', { token })).status).toBe(403);
  });
  it('makes an administrator with --admin, once, and notes it in the journal', async () => {
    const { login, id } = await server.userWith([]);
    const [first, second] = [await reset([login, '--admin']), await reset([`id:${id}`, '--admin'])];
    expect([first.code, second.code]).toEqual([0, 0]);
    const token = await server.login(login, passwordIn(second));
    expect((await server.get('/api/users', { token })).status).toBe(200);
    expect(
      await server.database.all('SELECT 1 AS one FROM role_user WHERE user_id = ? AND role_id = 1', [id]),
    ).toHaveLength(1);
    const notes = await server.database.all("SELECT * FROM audit_logs WHERE host = 'command line' AND subject_id = ?", [
      id,
    ]);
    expect(notes).toHaveLength(2);
    expect(notes[0]).toMatchObject({ description: 'updated', subject_type: 'App\\Models\\User', user_id: null });
  });
  it('identity 5b: takes second factors away with --factors alone, and the person is told', async () => {
    const { login, id } = await server.userWith([]);
    const factor = "(?, 'totp', 'Phone', '', '2026-01-01 00:00:00')";
    await server.database.run(`INSERT INTO own_factors (user_id, kind, name, secret, created_at) VALUES ${factor}`, [
      id,
    ]);
    await expect(server.login(login, passwordIn(await reset([login])))).rejects.toThrow('factor');
    const done = await reset([login, '--factors']);
    expect(done.output).toContain('second factors are taken away');
    const token = await server.login(login, passwordIn(done));
    expect((await server.get('/api/me/factors', { token })).body).toMatchObject({ factors: [], taken: { by: null } });
  });
  it('takes a password from the input, and does not print it', async () => {
    const { login } = await server.userWith([]);
    const done = await reset([login, '--password-stdin'], 'Eight or more é\n');
    expect([done.code, done.output.includes('Eight')]).toEqual([0, false]);
    await server.login(login, 'Eight or more é');
    expect(await reset([login, '--password-stdin'], 'short\n')).toMatchObject({
      code: 1,
      output: expect.stringContaining('8 characters or more') as string,
    });
  });
  it('without a login it lists the administrators, and changes nothing', async () => {
    const { code, output } = await reset([]);
    expect([code, output]).toEqual([0, expect.stringMatching(/^Administrators:\n {2}admin \(id:1\)\n/)]);
    expect((await server.get('/api/me')).status).not.toBe(401);
  });
  it('refuses unknown, deleted and ambiguous users, and wrong arguments', async () => {
    const [gone, ...twins] = [await server.userWith([]), await server.userWith([]), await server.userWith([])];
    await server.delete(`/api/users/${gone!.id}`);
    for (const { id } of twins) await server.database.run('UPDATE users SET login = ? WHERE id = ?', ['twin', id]);
    const ids = twins.map(({ id }) => `id:${id}`).join(', ');
    expect(await reset(['twin'])).toEqual({
      code: 1,
      output: expect.stringContaining(`Name one of them: ${ids}`) as string,
    });
    for (const who of ['nobody', gone!.login, `id:${gone!.id}`]) {
      expect(await reset([who])).toEqual({
        code: 1,
        output: expect.stringContaining(`no live user '${who}'`) as string,
      });
    }
    for (const args of [['admin', '--force'], ['admin', 'more'], ['--admin']]) expect((await reset(args)).code).toBe(2);
    await server.login(ADMIN.login, ADMIN.password);
  });
  it('the program lists and explains its commands', async () => {
    const answers = await Promise.all(
      [[], ['--help'], ['admin:reset-password', '--help'], ['drop:all']].map((args) => command(place, args)),
    );
    expect(answers.map(({ code }) => code)).toEqual([2, 0, 0, 2]);
    for (const { output } of answers) expect(output).toContain('admin:reset-password');
    expect(answers[2]!.output).toContain('--password-stdin');
    expect(answers[3]!.output).toMatch(/^There is no command 'drop:all'\./);
  });
  it('makes no database where there is none, and asks for migrations first', async () => {
    const empty = await makeDatabase(engine);
    const { code, output } = await command(empty, ['admin:reset-password']);
    expect([code, output]).toEqual([1, expect.stringMatching(/^There is no database at|Run first: npm run migrate/)]);
    await empty.drop();
  });
});

describeWithOldDatabase('contract 13: on a database of the older application', () => {
  it('the administrators are told, and one of them gets a password in the form that the application knows', async () => {
    const place = await oldDatabase();
    const server = await TestServer.start('mariadb', {}, place);
    const { output } = await command(place, ['admin:reset-password']);
    expect(output).toContain('  admin@admin.com (id:1, Admin)\n  admin (id:90, Test)\n');
    const done = await command(place, ['admin:reset-password', 'admin@admin.com']);
    await server.login('admin@admin.com', passwordIn(done));
    const [{ password }] = (await server.database.all('SELECT password FROM users WHERE id = 1')) as [
      { password: string },
    ];
    expect(password).toMatch(/^\$2y\$/);
    await server.stop();
  });
});
