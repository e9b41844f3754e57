/** The table of one rule: objects made over the API, and what the rule finds among them, on both engines. */
import { ENGINES } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';

/** What is expected of a found object; members that are left out are not looked at. */
export interface Expected {
  message?: string;
  fields?: string[];
  /** Names of the objects that prove it, in any order. */
  objects?: string[];
}

/** Makes an object, and returns its id. */
export type Make = (name: string, path: string, body?: object) => Promise<number>;

export interface RuleCase {
  title: string;
  options?: object;
  type?: string;
  /** By name. */
  found: Readonly<Record<string, Expected>>;
  /** Names of objects that are nearly so, and are not found. */
  near: readonly string[];
}

/** What a fixture makes its objects with. */
export interface Fixture {
  make: Make;
  ids: Readonly<Record<string, number>>;
  server: TestServer;
}

interface Answer {
  name: string;
  message: string;
  evidence: { fields?: string[]; objects?: Array<{ name: string }> };
}

/** Describes a rule: at least three objects that it finds and three that it does not. */
export function ruleTable(rule: string, fill: (fixture: Fixture) => Promise<void>, cases: readonly RuleCase[]): void {
  describe.each(ENGINES)(`checks 3: ${rule} on %s`, (engine) => {
    let server: TestServer;
    beforeAll(async () => {
      server = await TestServer.start(engine);
      const ids: Record<string, number> = {};
      const make: Make = async (name, path, body = {}) => {
        const answer = await server.post(`/api/${path}`, { name, ...body });
        if (answer.status !== 201) throw new Error(`${path} ${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
        return (ids[name] = answer.body.id as number);
      };
      await fill({ make, ids, server });
    });
    afterAll(() => server.stop());

    it('finds three and leaves three alone, at least', () => {
      expect(cases.flatMap(({ found }) => Object.keys(found)).length).toBeGreaterThanOrEqual(3);
      expect(cases.flatMap(({ near }) => near).length).toBeGreaterThanOrEqual(3);
    });

    it.each(cases.map((one, i) => [one.title, one, i] as const))(
      '%s',
      async (_, { options = {}, type = null, found, near }, i) => {
        const body = {
          key: `case-${i}`,
          titles: { en: `Case ${i}` },
          severity: 'low',
          rule,
          options,
          ...(type && { type }),
        };
        const check = await server.post('/api/checks', body);
        expect([check.status, check.body.errors]).toEqual([201, undefined]);
        const now = await server.get(`/api/checks/${check.body.id}/now?page[size]=1000`);
        expect(now.status).toBe(200);
        const told = new Map((now.body as Answer[]).map((one) => [one.name, one]));
        expect([...told.keys()].sort()).toEqual(Object.keys(found).sort());
        for (const [name, { message, fields, objects }] of Object.entries(found)) {
          const { message: said, evidence } = told.get(name)!;
          if (message !== undefined) expect([name, said]).toEqual([name, message]);
          if (fields) expect([name, evidence.fields]).toEqual([name, fields]);
          if (objects)
            expect([name, evidence.objects?.map((one) => one.name).sort()]).toEqual([name, [...objects].sort()]);
        }
        for (const name of near) expect([name, told.has(name)]).toEqual([name, false]);
      },
    );
  });
}

/** A day so many days from today, in UTC. */
export const dayFrom = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
