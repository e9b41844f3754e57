/** Flows that are not encrypted and leave an entity, a site or a zone, or carry what must be kept secret. */
import { quote } from '../../database/dialect.js';
import { registry, type ResourceModel } from '../../engine/index.js';
import type { EvidenceObject, Found } from '../findings/said.js';
import { grouped, linked, live, tableOf } from './parts.js';
import { areApart, Places, standsSomewhere, type Place } from './places.js';
import type { Rule, RuleReading } from './rule.js';

const [APPLICATION_FLOWS, LOGICAL_FLOWS] = ['application-flows', 'logical-flows'] as const;

/** Protocols that send what they are given as it is; a rule that names another one besides is left alone. */
const CLEAR = new Set([
  ...[
    'http',
    'ftp',
    'telnet',
    'ldap',
    'smtp',
    'pop3',
    'imap',
    'tftp',
    'rsh',
    'rlogin',
    'rexec',
    'vnc',
    'syslog',
    'nfs',
  ],
  ...['snmp', 'snmpv1', 'snmpv2', 'snmpv2c', 'modbus', 'mqtt', 'sip', 'rtsp', 'dicom', 'hl7', 'mllp'],
]);

/** What is known of an end of a flow. */
interface End extends Place {
  entities: Set<number>;
  object: EvidenceObject;
}

/** What a flow crosses, as words of the catalogue, the most telling first. */
const BORDERS: ReadonlyArray<readonly [keyof Pick<End, 'entities' | 'zones' | 'sites'>, string]> = [
  ['entities', '@entities'],
  ['zones', '@zones'],
  ['sites', '@sites'],
];

export const flow: Rule = {
  name: 'flow',
  about: {
    en: 'Flows that are not encrypted between applications or machines of different entities, zones or sites, or with an information of confidentiality `need` or more. Flows of which nobody says whether they are encrypted are left alone.',
    fr: 'Flux non chiffrés entre applications ou machines d’entités, de zones ou de sites différents, ou portant une information de confidentialité `need` ou plus. Les flux dont personne ne dit s’ils sont chiffrés sont laissés de côté.',
  },
  options: { need: { takes: 'number', min: 1, max: 4, default: 3 } },
  kinds: () => [APPLICATION_FLOWS, LOGICAL_FLOWS],
  async *find(reading, { need }) {
    const places = await Places.of(reading);
    if (reading.kinds.includes(APPLICATION_FLOWS)) yield* ofApplications(reading, places, Number(need));
    if (reading.kinds.includes(LOGICAL_FLOWS)) yield* ofMachines(reading, places);
  },
};

async function* ofApplications(reading: RuleReading, places: Places, need: number): AsyncIterable<Found> {
  const rows = await flows(reading, APPLICATION_FLOWS, 't.`crypted` = 0');
  if (!rows.length) return;
  const secrets = await secretsOf(reading, need);
  const ends = await ApplicationEnds.of(reading, places);
  for (const row of rows) {
    const id = Number(row['id']);
    const objects = secrets.get(id);
    if (objects) {
      yield { type: APPLICATION_FLOWS, id, sentence: 'flowSecret', objects };
      continue;
    }
    const [source, dest] = (['source', 'dest'] as const).map((side) => {
      const at = endOf(row, registry.get(APPLICATION_FLOWS), side);
      return at && ends.of(at);
    });
    const found = source && dest && crossing(APPLICATION_FLOWS, id, source, dest);
    if (found) yield found;
  }
}

async function* ofMachines(reading: RuleReading, places: Places): AsyncIterable<Found> {
  const resource = registry.get(LOGICAL_FLOWS);
  const forbidding = resource.connector?.blocked?.words ?? [];
  const rows = await flows(reading, LOGICAL_FLOWS, "t.`protocol` IS NOT NULL AND t.`protocol` <> ''", [
    'protocol',
    'action',
  ]);
  for (const row of rows) {
    const words = String(row['protocol'])
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((word) => word && !/^(tcp|udp|ip|\d+)$/.test(word));
    if (!words.length || !words.every((word) => CLEAR.has(word))) continue;
    const action = String(row['action'] ?? '')
      .trim()
      .toLowerCase();
    if (forbidding.some((word) => action.startsWith(word))) continue;
    const ends: End[] = [];
    for (const side of ['source', 'dest'] as const) {
      const at = endOf(row, resource, side);
      if (!at || !standsSomewhere(at.type)) continue;
      const place = (await places.ofKind(at.type)).get(at.id);
      if (place) ends.push({ ...place, entities: new Set(), object: at });
    }
    const found = ends.length === 2 && crossing(LOGICAL_FLOWS, Number(row['id']), ends[0]!, ends[1]!);
    if (found) yield found;
  }
}

/** Live flows that satisfy a condition, with the columns of their ends. One statement. */
async function flows({ all }: RuleReading, path: string, condition: string, more: readonly string[] = []) {
  const resource = registry.get(path);
  const columns = [...resource.fields.filter(({ end }) => end).map(({ name }) => name), ...more];
  return all(
    `SELECT t.\`id\` AS id, ${columns.map((name) => `t.${quote(name)}`).join(', ')} FROM ${tableOf(path)} t ` +
      `WHERE ${live(resource, 't')} AND ${condition} ORDER BY t.\`id\``,
  );
}

function endOf(
  row: Readonly<Record<string, unknown>>,
  { fields }: ResourceModel,
  side: 'source' | 'dest',
): EvidenceObject | undefined {
  const field = fields.find(({ end, name }) => end === side && row[name] !== null && row[name] !== undefined);
  return field?.ref && { type: field.ref.target, id: Number(row[field.name]) };
}

/** The information of flows that must be kept secret, by flow. */
async function secretsOf(reading: RuleReading, need: number): Promise<Map<number, EvidenceObject[]>> {
  const pairs = await linked(
    reading,
    APPLICATION_FLOWS,
    'informations',
    `b.\`security_need_c\` >= ${Math.trunc(need)}`,
  );
  return new Map(
    [...grouped(pairs)].map(([id, others]) => [
      id,
      [...new Set(others)].sort((a, b) => a - b).map((other) => ({ type: 'information', id: other })),
    ]),
  );
}

function crossing(type: string, id: number, source: End, dest: End): Found | undefined {
  const border = BORDERS.find(([name]) => areApart(source[name], dest[name]));
  if (!border) return undefined;
  return { type, id, sentence: 'flowOpen', values: { what: border[1] }, objects: [source.object, dest.object] };
}

/** Of applications and what belongs to them: whose they are, and where the machines stand on which they run. */
class ApplicationEnds {
  private constructor(
    private readonly entities: ReadonlyMap<string, ReadonlyMap<number, number>>,
    private readonly parents: ReadonlyMap<string, ReadonlyMap<number, number[]>>,
    private readonly machines: ReadonlyMap<string, ReadonlyMap<number, number[]>>,
    private readonly metal: ReadonlyMap<number, number[]>,
    private readonly direct: ReadonlyMap<number, number[]>,
    private readonly places: ReadonlyMap<number, Place>,
  ) {}

  static async of(reading: RuleReading, places: Places): Promise<ApplicationEnds> {
    const entities = new Map<string, Map<number, number>>();
    for (const path of ['applications', 'databases']) {
      const rows = await reading.all(
        `SELECT t.\`id\` AS id, t.\`entity_resp_id\` AS entity FROM ${tableOf(path)} t WHERE ${live(registry.get(path), 't')} AND t.\`entity_resp_id\` IS NOT NULL`,
      );
      entities.set(path, new Map(rows.map(({ id, entity }) => [Number(id), Number(entity)])));
    }
    const services = grouped(
      (await linked(reading, 'applications', 'application_services')).map(([app, service]) => [service, app] as const),
    );
    const ofModules = grouped(await linked(reading, 'application-modules', 'application_services'));
    const modules = new Map(
      [...ofModules].map(([module, all]) => [module, all.flatMap((one) => services.get(one) ?? [])]),
    );
    return new ApplicationEnds(
      entities,
      new Map([
        ['application-services', services],
        ['application-modules', modules],
      ]),
      new Map([
        ['applications', grouped(await linked(reading, 'applications', 'logical_servers'))],
        ['databases', grouped(await linked(reading, 'databases', 'logical_servers'))],
      ]),
      grouped(await linked(reading, 'logical-servers', 'physical_servers')),
      grouped(await linked(reading, 'applications', 'physical_servers')),
      await places.ofKind('physical-servers'),
    );
  }

  /** What is known of an end. Services and modules are where their applications are. */
  of(object: EvidenceObject): End {
    const end: End = { entities: new Set(), sites: new Set(), zones: new Set(), object };
    const owners: Array<[string, number]> = this.parents.has(object.type)
      ? (this.parents.get(object.type)!.get(object.id) ?? []).map((id): [string, number] => ['applications', id])
      : [[object.type, object.id]];
    for (const [type, id] of owners) {
      const entity = this.entities.get(type)?.get(id);
      if (entity !== undefined) end.entities.add(entity);
      const hosts = (this.machines.get(type)?.get(id) ?? []).flatMap((one) => this.metal.get(one) ?? []);
      for (const host of [...hosts, ...(type === 'applications' ? (this.direct.get(id) ?? []) : [])]) {
        const place = this.places.get(host);
        for (const site of place?.sites ?? []) end.sites.add(site);
        for (const zone of place?.zones ?? []) end.zones.add(zone);
      }
    }
    return end;
  }
}
