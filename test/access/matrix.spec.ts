/**
 * Every route of the server, with every kind of token (contract 2 and 3). The routes come from the server itself, so that
 * a new one is tested without a line here; only what is open to everybody, or to everybody who signed in, is listed. @seconds 36
 */
import { TokenService } from '../../src/access/token.service.js';
import { ENGINES, type Engine } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { PAGES } from '../../src/pages/pages.controller.js';
import { ask, each, holders, HOUR, isRead, nameOf, routesOf, SECRET, signed, type Route } from './doors.js';

/** Routes that need no token. */
const OPEN = [
  /^\w+ \/api\/login(\/(choices|code))?$/,
  // The second step of signing in, and a passkey alone.
  /^POST \/api\/login\/(factor|passkey(\/options)?)$/,
  /^POST \/api\/login\/(cli\/token|device(\/token)?)$/,
  // To the OpenID provider and back.
  /^\w+ \/login\/oidc(\/(callback|backchannel))?$/,
  /\/api\/(openapi|asyncapi)\.json$/,
  // Pages, and their files: one document without anything of the map.
  new RegExp(`^\\w+ /(${['', 'assets/:name', ...PAGES].join('|')})$`),
  // Whoever has the key reads a calendar.
  /^\w+ \/calendar\/:file$/,
  // Whoever has the key ends letters, or is asked whether to.
  /^\w+ \/letters\/:key$/,
  /^\w+ \/health\//,
  /^\w+ \/metrics$/,
];
/** Routes that everybody who signed in may call: what they answer is the caller's own. */
const OWN = [
  /^POST \/api\/logout$/,
  /\/api\/me$/,
  /\/api\/me\/(password|preferences|calendar|letters(\/watches(\/:id)?)?)( |$)/,
  /\/api\/me\/(factors(\/:id)?|confirm(\/options)?)$/,
  /\/api\/tokens(\/:id)?( |$)/,
  /\/api\/login\/(cli|device|device\/confirm)$/,
  /\/api\/(search|summary|people\/last-change|diff|changes(\/(info|stream|undo))?)$/,
  /\/api\/shared-tables(\/:id)?( |$)/,
];

/** Routes for administrators, for which there is no ability. */
const ADMIN = [
  /\/api\/audit-logs\/(verify|redact)$/,
  /\/request-limit( |$)/,
  /^PUT \/api\/perimeters\/switch$/,
  /\/api\/users\/:id\/(identities|factors)/,
];

/** For whoever may list every kind of the map: the refusal names no single right. */
const WHOLE_MAP = [/\/api\/findings\/trend$/];

const among = (patterns: readonly RegExp[], route: Route): boolean => patterns.some((one) => one.test(nameOf(route)));
/**
 * A third of the routes, another one for each kind of token and on each engine: what is wrong with a token is found out before
 * the route matters, and that none is open by mistake is shown without a token, for all of them.
 */
const third = (list: readonly Route[], kind: number, engine: Engine): Route[] =>
  list.filter((_, i) => (i + kind + ENGINES.indexOf(engine)) % 3 === 0);
/** Let through: what the answer is then depends on the object, which is not there. */
const isPassed = (status: number): boolean => ![401, 403, 405].includes(status) && status < 500;

describe.each(ENGINES)('every route on %s', (engine) => {
  let server: TestServer;
  let tokens: TokenService;
  let routes: Route[];
  /** All routes that want a token. */
  let closed: Route[];
  beforeAll(async () => {
    server = await TestServer.start(engine);
    tokens = server.server.app.get(TokenService);
    routes = await routesOf(server);
    closed = routes.filter((route) => !among(OPEN, route));
  });
  afterAll(() => server.stop());

  /** The routes that do not answer as they should. */
  async function wrong(
    list: readonly Route[],
    tokenOf: (route: Route) => string | null,
    isRight: (status: number, route: Route) => boolean,
  ): Promise<string[]> {
    expect(list.length).toBeGreaterThan(0);
    const told = await each(list, async (route) => {
      const { status } = await ask(server, route, tokenOf(route));
      return isRight(status, route) ? [] : [`${nameOf(route)}: ${status}`];
    });
    return told.flat();
  }
  const is =
    (wanted: number) =>
    (status: number): boolean =>
      status === wanted;
  const issue = (named?: { name: string; readOnly: boolean }) => tokens.issue(1, HOUR * 1000, named && { named });

  it('contract 3: the server serves what it says: hundreds of routes, none of them twice', () => {
    const names = routes.map(nameOf);
    expect(names.length).toBeGreaterThan(700);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    expect(OWN.filter((pattern) => !names.some((name) => pattern.test(name)))).toEqual([]);
  });
  it('contract 2: without a token every route but the open ones is 401', async () => {
    expect(await wrong(closed, () => null, is(401))).toEqual([]);
  });
  it('contract 2: with a token that is broken, of a stranger or was never given, it is too', async () => {
    const claims = { sub: '1', jti: 'x', exp: HOUR };
    const strangers = ['broken', signed(claims, 'the key of another server'), signed(claims, SECRET)];
    // Each route meets one of them.
    const routes = third(closed, 0, engine);
    const tokenOf = (route: Route): string => strangers[routes.indexOf(route) % strangers.length]!;
    expect(await wrong(routes, tokenOf, is(401))).toEqual([]);
  });
  it('contract 2: with an expired token every route but the open ones is 401', async () => {
    const { token, id } = await issue();
    const past = server.database.clock.toStored(Date.now() - 1000);
    await server.database.run('UPDATE own_tokens SET expires_at = ? WHERE id = ?', [past, id]);
    const said = signed({ sub: '1', jti: 'x', exp: HOUR - 7200 }, SECRET);
    // Half of them meet a token whose row has ended, half one that says so itself.
    const routes = third(closed, 1, engine);
    expect(await wrong(routes, (route) => (routes.indexOf(route) % 2 ? token : said), is(401))).toEqual([]);
  });
  it('contract 2: with a revoked token every route but the open ones is 401', async () => {
    const { token, id } = await issue();
    expect((await server.get('/api/me', { token })).status).toBe(200);
    await tokens.revoke(id, async () => undefined);
    expect(await wrong(third(closed, 2, engine), () => token, is(401))).toEqual([]);
  });
  it('contract 2: a read-only token of an administrator reads everywhere and writes nowhere', async () => {
    const { token } = await issue({ name: 'reader', readOnly: true });
    const isRight = (status: number, route: Route): boolean => (isRead(route) ? isPassed(status) : status === 403);
    expect(await wrong(closed, () => token, isRight)).toEqual([]);
  });
  it('contract 2: open routes need no token, and routes about the caller no right', async () => {
    const [open, own] = [routes.filter((one) => among(OPEN, one)), routes.filter((one) => among(OWN, one))];
    // A machine that is busy may be told to be not ready; that is an answer too.
    const isAnswered = (status: number, { url }: Route): boolean =>
      isPassed(status) || (url === '/health/ready' && status === 503);
    expect(await wrong(open, () => null, isAnswered)).toEqual([]);
    // Each has a token of its own, since log-out ends it.
    const ownTokens = await holders(
      server,
      own.map(() => []),
    );
    expect(await wrong(own, (route) => ownTokens[own.indexOf(route)]!, isPassed)).toEqual([]);
  });
  it('contract 3: without a right every other route is 403', async () => {
    const [token] = await holders(server, [[]]);
    const others = closed.filter((route) => !among(OWN, route));
    expect(await wrong(others, () => token!, is(403))).toEqual([]);
  });
  it('contract 3: with exactly the rights that the refusals name, every route lets the caller pass', async () => {
    // A refusal of HEAD has no body: it needs what GET needs, and passes with the others above.
    let waiting = closed
      .filter((route) => !among([...OWN, ...ADMIN, ...WHOLE_MAP], route) && route.method !== 'HEAD')
      .map((route) => ({ route, held: [] as string[] }));
    for (let round = 0; waiting.length; round++) {
      const sets = [...new Set(waiting.map(({ held }) => held.join()))];
      const made = await holders(
        server,
        sets.map((set) => set.split(',').filter(Boolean)),
      );
      const answered = await each(waiting, async ({ route, held }) => {
        const { status, body } = await ask(server, route, made[sets.indexOf(held.join())]!);
        return { route, held, status, lacking: /You lack the right (\w+)/.exec(String(body?.message))?.[1] };
      });
      const stuck = answered.filter(({ status, held, lacking }) =>
        status === 403 ? !lacking || held.includes(lacking) : round === 0 || !isPassed(status),
      );
      expect(stuck.map(({ route, held, status }) => [nameOf(route), status, ...held])).toEqual([]);
      waiting = answered
        .filter(({ status }) => status === 403)
        .map(({ route, held, lacking }) => ({ route, held: [...held, lacking!] }));
    }
  });
  it('contract 11: with all rights but no administrator one is refused at the routes for administrators', async () => {
    const titles = await server.database.all('SELECT title FROM permissions WHERE title IS NOT NULL');
    const [token] = await holders(server, [titles.map(({ title }) => title as string)]);
    const own = routes.filter((route) => among(ADMIN, route));
    expect(await wrong(own, () => token!, is(403))).toEqual([]);
    expect(await wrong(own, () => server.token, isPassed)).toEqual([]);
  });
});
