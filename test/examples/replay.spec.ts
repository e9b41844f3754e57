/** @seconds 15 */
import '../../src/map/index.js';
import { describeWithSpecification, sharedText } from '../engine/model/shared.js';
import { ENGINES } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';
import { ALLOWED, ruleOf } from './allowed.js';
import { compare, type Difference } from './comparison.js';
import { FILES, readRecorded, type Json, type Recorded } from './recorded.js';
import { prepare } from './starting-state.js';

/** What happened between two recorded requests without being recorded. */
const UNRECORDED: Record<string, [string, string]> = {
  update_soft_deleted: ['DELETE', '/api/logical-servers/10'],
};

/** Sends recorded requests, with tokens of our own in place of the recorded ones. */
class Replay {
  private auditor = '';

  constructor(private readonly server: TestServer) {}

  async send({ name, request }: Recorded): Promise<TestAnswer> {
    const before = UNRECORDED[name];
    if (before) await this.server.request(...before);
    const named = Object.entries(request.headers).map(([header, value]) => [header.toLowerCase(), value] as const);
    const { authorization, ...rest } = Object.fromEntries(named);
    const answer = await this.server.request(request.method, request.path, {
      headers: {
        ...rest,
        // The recorded texts are English; the administrator reads French.
        'accept-language': 'en',
        ...(authorization && { authorization: authorization.replace('<access_token>', this.tokenFor(name)) }),
      },
      token: null,
      ...(request.body !== null && { body: request.body }),
    });
    if (name === 'users_login_auditor') this.auditor = String((answer.body as Json)['access_token']);
    return answer;
  }

  private tokenFor(name: string): string {
    if (name === 'tampered_token') return `${this.server.token.slice(0, -2)}xx`;
    return name.startsWith('auditor_') || name === 'token_of_deleted_user' ? this.auditor : this.server.token;
  }
}

describeWithSpecification('every recorded request is answered as recorded, or as the contract says instead', () => {
  const used = new Set<unknown>();

  describe.each(ENGINES)('on %s', (engine) => {
    describe.each(FILES)('%s', (file) => {
      const recorded = readRecorded(file);
      let server: TestServer;
      let replay: Replay;
      beforeAll(async () => {
        server = await TestServer.start(engine);
        await prepare(server, recorded);
        replay = new Replay(server);
      });
      afterAll(() => server.stop());

      it.each(recorded.map((one) => [one.name, one] as const))('%s', async (name, one) => {
        const differences = compare(one, await replay.send(one));
        const unexplained: Difference[] = [];
        for (const difference of differences) {
          const rule = ruleOf(`${file}/${name}`, difference);
          if (rule) used.add(rule);
          else unexplained.push(difference);
        }
        expect(unexplained).toEqual([]);
      });
    });
  });

  it('every difference that is allowed still occurs', () => {
    const unused = ALLOWED.filter((rule) => !used.has(rule));
    expect(unused.map(({ request, place, contract }) => [String(request), String(place), contract])).toEqual([]);
  });
  it('every difference that is allowed has words of the contract for it', () => {
    const pages = ['spec/contract.md', 'spec/reports.md'].map(sharedText).join(' ').replace(/\s+/g, ' ');
    const unfounded = ALLOWED.filter((rule) => !pages.includes(rule.contract));
    expect(unfounded.map((rule) => rule.contract)).toEqual([]);
  });
});
