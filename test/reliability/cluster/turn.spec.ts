/** The turn of migrations on clusters, whose nodes know no common locks; one server stands for the nodes here. */
import type { QueryRunner } from 'typeorm';
import { ClusterLock } from '../../../src/database/cluster-lock.js';
import { openDatabase, type OpenDatabase } from '../../database/opened.js';
import { ENGINES } from '../../support/engines.js';

const PATIENCE = { waiting: 'waiting', tooLong: 'too long', seconds: 20, pace: 20 };
const TABLE =
  "SELECT COUNT(*) AS n FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'own_migration_turn'";

(ENGINES.includes('mariadb') ? describe : describe.skip)(
  'contract 13: replicas that start at once on a cluster',
  () => {
    let opened: OpenDatabase[];
    beforeAll(async () => {
      const first = await openDatabase('mariadb');
      opened = [first, await openDatabase('mariadb', first.place), await openDatabase('mariadb', first.place)];
    });
    afterAll(async () => {
      for (const { close } of opened.slice(1)) await close();
      await opened[0]!.drop();
    });

    /** Runs work when it is the turn of one of the replicas. */
    async function alone(at: number, work: (runner: QueryRunner) => Promise<void>, seconds = 20): Promise<string[]> {
      const { source } = opened[at]!;
      const runner = source.createQueryRunner();
      const told: string[] = [];
      const patience = { ...PATIENCE, seconds };
      const turn = new ClusterLock(source, runner, (line) => told.push(line), patience);
      await turn.runExclusively(() => work(runner)).finally(() => runner.release());
      return told;
    }

    const turnTables = async (): Promise<unknown> => (await opened[0]!.database.all(TABLE))[0]!['n'];

    it('one works while the others wait, and nothing is left behind', async () => {
      let inside = 0;
      let most = 0;
      const work = async (): Promise<void> => {
        most = Math.max(most, ++inside);
        // Longer than somebody without a sign of life is waited for.
        await new Promise((wake) => setTimeout(wake, 600));
        inside--;
      };
      const told = await Promise.all([0, 1, 2].map((at) => alone(at, work)));
      expect(most).toBe(1);
      expect(told.flat().filter((line) => line === 'waiting')).toHaveLength(2);
      expect(await turnTables()).toBe(0);
    });

    it('one that died blocks nobody', async () => {
      const { database } = opened[0]!;
      await database.run('CREATE TABLE own_migration_turn (id int PRIMARY KEY, owner char(36), beat int)');
      await database.run("INSERT INTO own_migration_turn VALUES (1, 'somebody who is gone', 17)");
      let worked = 0;
      await Promise.all([1, 2].map((at) => alone(at, async () => void worked++)));
      expect([worked, await turnTables()]).toEqual([2, 0]);
    });

    it('one that fails makes room', async () => {
      const failing = alone(0, () => Promise.reject(new Error('broken migration')));
      await expect(failing).rejects.toThrow('broken migration');
      expect(await turnTables()).toBe(0);
      await alone(1, async () => undefined);
    });

    it('one that waits too long says so', async () => {
      let finish = (): void => undefined;
      const held = new Promise<void>((resolve) => (finish = resolve));
      const holding = alone(0, () => held);
      while ((await turnTables()) === 0) await new Promise((wake) => setTimeout(wake, 5));
      await expect(alone(1, async () => undefined, 1)).rejects.toThrow('too long');
      finish();
      await holding;
    });
  },
);
