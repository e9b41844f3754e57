/** Recovery times that cannot be kept: of what must be back sooner than that which it cannot do without, and of data that is backed up too seldom. */
import { registry } from '../../engine/index.js';
import { MAX_EVIDENCE, type EvidenceObject, type Found } from '../findings/said.js';
import { breather, grouped, linked, live, tableOf } from './parts.js';
import type { Rule, RuleReading } from './rule.js';

/** Minutes between two runs of a plan, by its code (`BACKUP_FREQUENCY`). */
const INTERVALS: Readonly<Record<number, number>> = { 1: 60, 2: 24 * 60, 3: 7 * 24 * 60, 4: 30 * 24 * 60 };

const [APPLICATIONS, ACTIVITIES] = ['applications', 'activities'] as const;

/** Objectives of a kind in minutes, by id. */
interface Objectives {
  rto: Map<number, number>;
  rpo: Map<number, number>;
}

export const recovery: Rule = {
  name: 'recovery',
  about: {
    en: 'An application or activity that must be back sooner than an application that it cannot do without; a need for data that is shorter than the backups of the servers and storage that hold it, or is met by no backup.',
    fr: 'Une application ou activité à rétablir plus tôt qu’une application dont elle ne peut se passer\u00a0; un besoin de données plus court que les sauvegardes des serveurs et stockages qui les contiennent, ou sans aucune sauvegarde.',
  },
  options: { types: { takes: 'kinds' } },
  kinds: () => [APPLICATIONS, ACTIVITIES],
  async *find(reading, { types }) {
    const wanted = reading.kinds.filter((path) => !types || (types as string[]).includes(path));
    const applications = await objectives(reading, APPLICATIONS, 'rto', 'rpo');
    const required = grouped(await requirements(reading));
    const reported = new Set<number>();
    const pause = breather();
    if (wanted.includes(APPLICATIONS)) {
      for (const [id, own] of applications.rto) {
        const later = slower(await reach([id], required, false, pause), own, applications.rto);
        if (!later.length) continue;
        reported.add(id);
        yield lateFound(APPLICATIONS, id, own, later);
      }
      for (const found of await backups(reading, applications.rpo)) if (!reported.has(found.id)) yield found;
    }
    if (wanted.includes(ACTIVITIES)) {
      const { rto } = await objectives(reading, ACTIVITIES, 'recovery_time_objective', 'recovery_point_objective');
      const uses = grouped(await linked(reading, ACTIVITIES, 'applications'));
      for (const [id, own] of rto) {
        const later = slower(await reach(uses.get(id) ?? [], required, true, pause), own, applications.rto);
        if (later.length) yield lateFound(ACTIVITIES, id, own, later);
      }
    }
  },
};

async function objectives({ all }: RuleReading, path: string, rto: string, rpo: string): Promise<Objectives> {
  const rows = await all(
    `SELECT t.\`id\` AS id, t.\`${rto}\` AS rto, t.\`${rpo}\` AS rpo FROM ${tableOf(path)} t ` +
      `WHERE ${live(registry.get(path), 't')} AND (t.\`${rto}\` IS NOT NULL OR t.\`${rpo}\` IS NOT NULL) ORDER BY t.\`id\``,
  );
  const of = (name: 'rto' | 'rpo'): Map<number, number> =>
    new Map(rows.flatMap((row) => (row[name] === null ? [] : [[Number(row['id']), Number(row[name])]])));
  return { rto: of('rto'), rpo: of('rpo') };
}

/** Which application does not work without which other one. */
const requirements = (reading: RuleReading): Promise<Array<readonly [number, number]>> =>
  linked(reading, APPLICATIONS, 'requires', "p.`effect` = 'down'");

/** All that some applications cannot do without, however far along; with them themselves or not. Chains may be as long as the map. */
async function reach(
  from: readonly number[],
  required: ReadonlyMap<number, number[]>,
  itself: boolean,
  pause: ReturnType<typeof breather>,
): Promise<Set<number>> {
  const found = new Set<number>(itself ? from : []);
  const open = [...from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const turn = pause();
    if (turn) await turn;
    for (const other of required.get(id) ?? []) {
      if (found.has(other)) continue;
      found.add(other);
      open.push(other);
    }
  }
  if (!itself) for (const id of from) found.delete(id);
  return found;
}

/** Those that are back later, the latest first. */
const slower = (ids: ReadonlySet<number>, own: number, rto: ReadonlyMap<number, number>): EvidenceObject[] =>
  [...ids]
    .flatMap((id): EvidenceObject[] => {
      const note = rto.get(id);
      return note !== undefined && note > own ? [{ type: APPLICATIONS, id, note }] : [];
    })
    .sort((a, b) => Number(b.note) - Number(a.note) || a.id - b.id);

const lateFound = (type: string, id: number, own: number, objects: EvidenceObject[]): Found => ({
  ...{ type, id, sentence: 'recovery', values: { own } },
  ...{ objects: objects.slice(0, MAX_EVIDENCE), objectsTotal: objects.length },
});

/** Applications whose data may be lost for less than their backups allow, of those of which it is known what holds it. */
async function backups(reading: RuleReading, rpo: ReadonlyMap<number, number>): Promise<Found[]> {
  if (!rpo.size) return [];
  const [servers, databases, ofDatabases, plans, storagePlans, hosts, storages, direct] = [
    grouped(await linked(reading, APPLICATIONS, 'logical_servers')),
    grouped(await linked(reading, APPLICATIONS, 'databases')),
    grouped(await linked(reading, 'databases', 'logical_servers')),
    grouped(await linked(reading, 'logical-servers', 'backups')),
    grouped(await linked(reading, 'storage-devices', 'backups')),
    grouped(await linked(reading, 'logical-servers', 'physical_servers')),
    grouped(
      (await linked(reading, 'storage-devices', 'physical_servers')).map(([own, other]) => [other, own] as const),
    ),
    grouped(await linked(reading, APPLICATIONS, 'physical_servers')),
  ];
  const rows = await reading.all(
    `SELECT t.\`id\` AS id, t.\`backup_frequency\` AS code FROM ${tableOf('backups')} t WHERE ${live(registry.get('backups'), 't')}`,
  );
  const intervals = new Map(rows.map(({ id, code }) => [Number(id), INTERVALS[Number(code)]]));
  /** Minutes between two backups of one holder: 0 for a plan of which that is not known; undefined without any. */
  const best = (ids: readonly number[] | undefined): number | undefined => {
    if (!ids?.length) return undefined;
    return Math.min(...ids.map((id) => intervals.get(id) ?? 0));
  };
  const found: Found[] = [];
  for (const [id, own] of rpo) {
    const machines = new Set([
      ...(servers.get(id) ?? []),
      ...(databases.get(id) ?? []).flatMap((one) => ofDatabases.get(one) ?? []),
    ]);
    const metal = new Set([...(direct.get(id) ?? []), ...[...machines].flatMap((one) => hosts.get(one) ?? [])]);
    const devices = new Set([...metal].flatMap((one) => storages.get(one) ?? []));
    const holders: Array<EvidenceObject & { every: number | undefined }> = [
      ...[...machines].map((one) => ({ type: 'logical-servers', id: one, every: best(plans.get(one)) })),
      ...[...devices].map((one) => ({ type: 'storage-devices', id: one, every: best(storagePlans.get(one)) })),
    ];
    if (!holders.length) continue;
    const backed = holders.filter(({ every }) => every !== undefined);
    if (!backed.length) {
      const objects = holders.map(({ type, id: holder }) => ({ type, id: holder }));
      found.push({ type: APPLICATIONS, id, sentence: 'backupsNone', values: { own }, objects });
      continue;
    }
    const rare = backed.filter(({ every }) => every! > own);
    if (!rare.length) continue;
    const objects = rare.map(({ type, id: holder, every }) => ({ type, id: holder, note: every! }));
    found.push({ type: APPLICATIONS, id, sentence: 'backupsTooRare', values: { own }, objects });
  }
  return found;
}
