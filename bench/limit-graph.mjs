// The limit of the graph: the bench's map in arrays and the walks that are timed, by hand, as bare HTTP. It knows no rights,
// token, format or freshness, and of rules only those of the tables that the generated map fills.
import { createServer } from 'node:http';
import Database from 'better-sqlite3';
import mysql from 'mysql2';
import { tables } from './schema.mjs';

/** In the order of the server's, by which ties between chains are settled. */
const KINDS =
  `domains application-blocks applications databases macro-processuses processes activities information entities
  networks subnetworks clusters logical-servers backups containers certificates vlans sites buildings bays
  physical-servers workstations`.split(/\s+/);
const tableOf = (kind) => kind.replaceAll('-', '_');

const FLAGS = ['passes', 'partly'];

function ruleOf(text) {
  const [cause, effect, need, ...rest] = text.split(' ');
  const group = rest.find((word) => !FLAGS.includes(word)) ?? null;
  return { cause, effect, need, group, passes: rest.includes('passes'), partly: rest.includes('partly') };
}

/**
 * Edges: name, the table that holds both ids, the column of the end that carries with its kind, the other, and what an outage
 * does: the end that fails, effect, whether all or any of the suppliers are needed, the group if any, whether it passes that it
 * works worse, and whether losing some of them leaves the target reachable in part.
 */
const EDGES = `
  buildings.site_id: buildings site_id sites id buildings: from down all
  buildings.building_id: buildings building_id buildings id buildings: from down all
  bays.room_id: bays room_id buildings id bays: from down all
  physical-servers.site_id: physical_servers site_id sites id physical-servers: from down all
  physical-servers.building_id: physical_servers building_id buildings id physical-servers: from down all
  physical-servers.bay_id: physical_servers bay_id bays id physical-servers: from down all
  workstations.site_id: workstations site_id sites id workstations: from down all
  workstations.building_id: workstations building_id buildings id workstations: from down all
  logical-servers.physical_servers: logical_server_physical_server physical_server_id physical-servers logical_server_id logical-servers: from down any host passes
  clusters.logical_servers: cluster_logical_server cluster_id clusters logical_server_id logical-servers: to down any member passes
  containers.logical_servers: container_logical_server logical_server_id logical-servers container_id containers: from down any host passes
  databases.logical_servers: database_logical_server logical_server_id logical-servers database_id databases: from down any host passes
  applications.logical_servers: application_logical_server logical_server_id logical-servers application_id applications: from down all passes
  applications.application_block_id: applications id applications application_block_id application-blocks: from concerned all, to down all
  processes.applications: application_process application_id applications process_id processes: from down all passes
  processes.macroprocess_id: processes id processes macroprocess_id macro-processuses: from degraded all passes
  processes.activities: activity_process activity_id activities process_id processes: from degraded all passes
  applications.databases: application_database database_id databases application_id applications: from down all passes
  processes.informations: information_process information_id information process_id processes: from degraded all
  subnetworks.network_id: subnetworks network_id networks id subnetworks: from down all
  subnetworks.subnetwork_id: subnetworks subnetwork_id subnetworks id subnetworks: from down all
  subnetworks.vlan_id: subnetworks vlan_id vlans id subnetworks: from down all
  workstations.network_id: workstations network_id networks id workstations: from down any net passes partly
  logical-servers.domain_id: logical_servers domain_id domains id logical-servers: from degraded all passes
  workstations.domain_id: workstations domain_id domains id workstations: from degraded all passes
  logical-servers.backups: backup_logical_server backup_id backups logical_server_id logical-servers: from at_risk any
  applications.certificates: application_certificate certificate_id certificates application_id applications: from degraded all passes
  logical-servers.certificates: certificate_logical_server certificate_id certificates logical_server_id logical-servers: from degraded all passes
  entities.applications: application_entity application_id applications entity_id entities: from concerned all
  entities.processes: entity_process process_id processes entity_id entities: from concerned all, to degraded any
  applications.entity_resp_id: applications id applications entity_resp_id entities: from concerned all, to degraded all passes
  databases.entity_resp_id: databases id databases entity_resp_id entities: from concerned all, to degraded all passes
  workstations.entity_id: workstations id workstations entity_id entities: from concerned all
  entities.parent_entity_id: entities id entities parent_entity_id entities: from degraded all, to down all
  address:clusters: - - - - -: from at_risk any net
  address:logical-servers: - - - - -: from down any net passes partly
  address:physical-servers: - - - - -: from at_risk any net
  address:workstations: - - - - -: from down any net passes partly`
  .trim()
  .split('\n')
  .map((line) => {
    const [, name, place, rules] = /^\s*(\S+): (.*): (.*)$/.exec(line);
    const [table, fromColumn, from, toColumn, to] = place.split(' ');
    return { name, table, fromColumn, from, toColumn, to, rules: rules.split(', ').map(ruleOf) };
  });
/** Objects that are edges: the kinds of both ends, the first that is set counting, and the column that leads both ways. */
const FLOWS = [
  {
    ...{ name: 'application-flows', label: 'nature', both: 'bidirectional' },
    source: ['database_source_id databases', 'application_source_id applications'],
    dest: ['database_dest_id databases', 'application_dest_id applications'],
  },
  {
    ...{ name: 'logical-flows', label: 'name', sourceRange: 'source_ip_range', destRange: 'dest_ip_range' },
    source: [
      ...['logical_server_source_id logical-servers', 'workstation_source_id workstations'],
      'subnetwork_source_id subnetworks',
    ],
    dest: [
      ...['logical_server_dest_id logical-servers', 'physical_server_dest_id physical-servers'],
      ...['subnetwork_dest_id subnetworks', 'cluster_dest_id clusters'],
    ],
  },
];
const NEEDS = /^(security_need_.*|rto|rpo|recovery_.*|maximum_.*)$/;
const ADDRESSED = ['clusters', 'logical-servers', 'physical-servers', 'workstations'];

const url = process.env.DATABASE_URL;
/** The rows of a statement as arrays of values. */
const all = url.startsWith('sqlite:') ? sqlite(url.slice('sqlite:'.length)) : mariadb(url);

function sqlite(file) {
  const database = new Database(file, { readonly: true });
  return (sql) => database.prepare(sql).raw().all();
}

function mariadb(uri) {
  const pool = mysql.createPool({ uri, connectionLimit: 1, rowsAsArray: true });
  return (sql) => new Promise((resolve, reject) => pool.query(sql, (e, rows) => (e ? reject(e) : resolve(rows))));
}

/** Edges at each node. */
function near(ends, count) {
  const offsets = new Uint32Array(count + 1);
  for (const node of ends) offsets[node + 1]++;
  for (let node = 0; node < count; node++) offsets[node + 1] += offsets[node];
  const [next, edges] = [offsets.slice(), new Uint32Array(ends.length)];
  for (let edge = 0; edge < ends.length; edge++) edges[next[ends[edge]]++] = edge;
  return { offsets, edges };
}

/** The whole map: nodes in the order of kinds and ids, edges in the order of their types. */
async function load() {
  const [kind, id, label, tags, icon, needs, address, inactive] = [[], [], [], [], [], [], [], []];
  const places = {};
  const pairs = EDGES.map(() => []);
  for (const [number, name] of KINDS.entries()) {
    const { columns } = tables.find(({ table }) => table === tableOf(name));
    const has = (column) => columns.some((one) => one.name === column);
    const addressColumn = ['address_ip', 'address'].find(has);
    const needed = columns.filter((column) => NEEDS.test(column.name)).map((column) => column.name);
    const references = EDGES.flatMap(({ table, fromColumn, toColumn }, type) =>
      table === tableOf(name) && [fromColumn, toColumn].includes('id') ? [{ type, fromColumn, toColumn }] : [],
    );
    const selected = [
      'id',
      'name',
      ...['attributes', 'icon_id', addressColumn, 'active'].map((c) => (c && has(c) ? c : 'NULL')),
    ];
    selected.push(...references.map((one) => (one.fromColumn === 'id' ? one.toColumn : one.fromColumn)), ...needed);
    const rows = await all(
      `SELECT ${selected.join(', ')} FROM \`${tableOf(name)}\` WHERE deleted_at IS NULL ORDER BY id`,
    );
    const known = (places[name] = new Int32Array((rows.at(-1)?.[0] ?? 0) + 1).fill(-1));
    for (const row of rows) {
      known[row[0]] = id.length;
      kind.push(number);
      id.push(row[0]);
      label.push(row[1]);
      tags.push(row[2]?.split(' '));
      icon.push(row[3] ?? 0);
      address.push(row[4]);
      inactive.push(row[5] === 0);
      for (let i = 0; i < references.length; i++) {
        const other = row[6 + i];
        if (other === null) continue;
        if (references[i].fromColumn === 'id') pairs[references[i].type].push(row[0], other);
        else pairs[references[i].type].push(other, row[0]);
      }
      needs.push(needed.map((_, i) => row[6 + references.length + i] ?? -1));
    }
  }
  const [type, from, to, object, both, text] = [[], [], [], [], [], []];
  const add = (ofType, a, b, ofObject = 0, isBoth = 0, itsLabel = undefined) => {
    if (!(a >= 0 && b >= 0) || a === b) return;
    type.push(ofType);
    from.push(a);
    to.push(b);
    object.push(ofObject);
    both.push(isBoth);
    text.push(itsLabel);
  };
  for (const [number, edge] of EDGES.entries()) {
    if (edge.table === '-') continue;
    const [ofFrom, ofTo] = [places[edge.from], places[edge.to]];
    if (![edge.fromColumn, edge.toColumn].includes('id')) {
      const rows = await all(`SELECT ${edge.fromColumn}, ${edge.toColumn} FROM ${edge.table}`);
      for (const [a, b] of rows) add(number, ofFrom[a], ofTo[b]);
    } else
      for (let i = 0; i < pairs[number].length; i += 2)
        add(number, ofFrom[pairs[number][i]], ofTo[pairs[number][i + 1]]);
  }
  // Addresses of this map are single ones, those of subnets too.
  const subnets = new Map();
  const machines = new Map();
  for (let node = 0; node < id.length; node++) {
    const name = KINDS[kind[node]];
    if (name === 'subnetworks' && !subnets.has(address[node])) subnets.set(address[node], node);
    if (ADDRESSED.includes(name) && !inactive[node] && !machines.has(address[node])) machines.set(address[node], node);
  }
  for (let node = 0; node < id.length; node++) {
    const name = KINDS[kind[node]];
    const subnet = ADDRESSED.includes(name) && !inactive[node] ? subnets.get(address[node]) : undefined;
    if (subnet !== undefined)
      add(
        EDGES.findIndex((edge) => edge.name === `address:${name}`),
        subnet,
        node,
      );
  }
  for (const [number, { name, label: labelled, both: isBoth, source, dest, ...range }] of FLOWS.entries()) {
    const ends = [...source, ...dest].map((end) => end.split(' '));
    const columns = ['id', labelled, isBoth ?? '0', range.sourceRange ?? 'NULL', range.destRange ?? 'NULL'];
    const rows = await all(
      `SELECT ${[...columns, ...ends.map(([column]) => column)]} FROM ${tableOf(name)} WHERE deleted_at IS NULL`,
    );
    for (const row of rows) {
      const end = (first, last, itsRange) => {
        for (let i = first; i < last; i++) if (row[5 + i] !== null) return places[ends[i][1]][row[5 + i]];
        return machines.get(itsRange) ?? subnets.get(itsRange) ?? -1;
      };
      add(
        EDGES.length + number,
        end(0, source.length, row[3]),
        end(source.length, ends.length, row[4]),
        row[0],
        row[2],
        row[1],
      );
    }
  }
  const nodes = { count: id.length, kind: Uint8Array.from(kind), id: Uint32Array.from(id), label, tags };
  Object.assign(nodes, {
    icon: Uint32Array.from(icon),
    needs: needs.map((own) => Int32Array.from(own)),
    ...{ address, places, inactive },
  });
  const edges = { type: Uint16Array.from(type), from: Uint32Array.from(from), to: Uint32Array.from(to), label: text };
  Object.assign(edges, { object: Uint32Array.from(object), both: Uint8Array.from(both) });
  return { nodes, edges, leaving: near(edges.from, id.length), arriving: near(edges.to, id.length) };
}

const [WORKS, CONCERNED, AT_RISK, LIMITED, DEGRADED, DOWN] = [0, 1, 2, 3, 4, 5];
/** What levels are called: who is reachable in part works worse, and passes nothing on. */
const STATES = ['works', 'concerned', 'at_risk', 'degraded', 'degraded', 'down'];
const LEVELS = { concerned: CONCERNED, at_risk: AT_RISK, degraded: DEGRADED, down: DOWN };
/** By which edges it is recorded what objects stand on; machines without a place are in doubt where a place fails. */
const FOUNDED = {
  clusters: ['clusters.logical_servers'],
  'logical-servers': ['logical-servers.physical_servers', 'clusters.logical_servers'],
  containers: ['containers.logical_servers'],
  'physical-servers': ['physical-servers.site_id', 'physical-servers.building_id', 'physical-servers.bay_id'],
};
const PLACES = ['sites', 'buildings', 'bays'];

/** For each node as what it supplies others and what it requires, one object for each supplier of a requirement. */
function suppliesOf({ nodes, edges }) {
  const supplies = Array.from({ length: nodes.count }, () => []);
  const requires = Array.from({ length: nodes.count }, () => []);
  const founded = new Uint8Array(nodes.count);
  const requirements = new Map();
  edges.type.forEach((type, edge) => {
    for (const end of [edges.from[edge], edges.to[edge]])
      if (FOUNDED[KINDS[nodes.kind[end]]]?.includes(EDGES[type]?.name)) founded[end] = 1;
    for (const { cause, effect, need, group, passes, partly } of EDGES[type]?.rules ?? []) {
      const [supplier, target] =
        cause === 'from' ? [edges.from[edge], edges.to[edge]] : [edges.to[edge], edges.from[edge]];
      const key = `${target} ${group ?? EDGES[type].name} ${effect} ${need}`;
      let requirement = requirements.get(key);
      if (!requirement) {
        requirement = { target, effect: LEVELS[effect], group, partly, all: new Map(), any: { suppliers: [] } };
        Object.assign(requirement, { suppliers: [], units: [], inactive: [], isAll: need === 'all' });
        requirements.set(key, requirement);
      }
      const known = requirement.all.get(supplier);
      if (known) {
        known.edges.push(edge);
        known.passes ||= passes;
      } else requirement.all.set(supplier, { supplier, requirement, passes, edges: [edge] });
    }
  });
  // In the order of the requirements' first edges, and of suppliers within each.
  for (const requirement of requirements.values()) {
    for (const one of [...requirement.all.values()].sort((a, b) => a.supplier - b.supplier)) {
      one.unit = requirement.isAll ? { suppliers: [] } : requirement.any;
      if (nodes.inactive[one.supplier]) requirement.inactive.push(one);
      else {
        one.unit.suppliers.push(one);
        if (one.unit.suppliers.length === 1) requirement.units.push(one.unit);
        requirement.suppliers.push(one);
        requires[requirement.target].push(one);
      }
      supplies[one.supplier].push(one);
    }
    if (!requirement.isAll && requirement.suppliers.length) requirement.inactive = [];
  }
  return { supplies, requires, founded };
}

const isHarmed = ({ passes, requirement: { effect } }, level) =>
  level === DOWN || (level === DEGRADED && passes) || (effect === CONCERNED && level >= LIMITED);

/** What suppliers that stand in for each other make of their target. */
function becomes({ suppliers }, { effect, partly }, levelOf) {
  let [down, degraded, passing] = [0, 0, 0];
  for (const one of suppliers) {
    const level = levelOf(one.supplier);
    if (!isHarmed(one, level)) continue;
    if (level === DOWN || effect === CONCERNED) down++;
    else degraded++;
    if (one.passes) passing++;
  }
  if (!down && !degraded) return WORKS;
  if (down + degraded < suppliers.length) {
    if (effect < DEGRADED) return WORKS;
    if (down && partly) return LIMITED;
    return effect === DOWN || passing ? AT_RISK : WORKS;
  }
  return degraded && effect > DEGRADED ? DEGRADED : effect;
}

/** What fails with a node: the last event of each, with the one that it follows from; `read` may look at them before they are forgotten. */
function impact(held, root, read = (last) => last) {
  held.supplies ?? Object.assign(held, suppliesOf(held));
  held.levels ??= new Uint8Array(held.nodes.count);
  held.judged ??= new Uint8Array(held.nodes.count);
  held.cause ??= new Array(held.nodes.count);
  const { supplies, levels, judged, cause } = held;
  const { inactive } = held.nodes;
  const levelOf = (node) => levels[node];
  const events = [];
  const rise = (node, level, round, before) => {
    levels[node] = level;
    events.push({ node, level, round, before });
  };
  rise(root, DOWN, 0, undefined);
  for (let begin = 0, round = 1; begin < events.length; round++) {
    const end = events.length;
    const risen = [];
    for (let i = begin; i < end; i++) {
      const event = events[i];
      if (event.level < LIMITED || inactive[event.node]) continue;
      for (const one of supplies[event.node]) {
        const { target } = one.requirement;
        if (levels[target] === DOWN || !isHarmed(one, event.level)) continue;
        const level = becomes(one.unit, one.requirement, levelOf);
        if (level <= levels[target] || level < judged[target]) continue;
        if (!judged[target]) risen.push(target);
        else if (level === judged[target] && event.node > cause[target].node) continue;
        judged[target] = level;
        cause[target] = event;
      }
    }
    for (const node of risen) {
      rise(node, judged[node], round, cause[node]);
      judged[node] = 0;
    }
    begin = end;
  }
  const found = read(events.filter(({ node, level }) => levels[node] === level));
  for (const { node } of events) levels[node] = WORKS;
  return found;
}

/** Of which objects the map does not say whether they fail too. */
function doubtsOf({ supplies, founded, levels, nodes }, hit) {
  const kindOf = (node) => KINDS[nodes.kind[node]];
  const doubts = new Map();
  const note = (node, why, by) => {
    if (!by.length) return;
    const known = doubts.get(`${node} ${why}`) ?? { node, why, by: new Set() };
    doubts.set(`${node} ${why}`, known);
    for (const { supplier } of by) known.by.add(supplier);
  };
  const placeFails = hit.some(({ node, level }) => level === DOWN && PLACES.includes(kindOf(node)));
  const isMissing = (node) =>
    kindOf(node) in FOUNDED && !founded[node] && (placeFails || kindOf(node) !== 'physical-servers');
  const judged = new Set();
  for (const { node, level } of hit)
    if (level >= LIMITED) for (const { requirement } of supplies[node]) judged.add(requirement);
  for (const requirement of judged) {
    const { target, effect, units, inactive } = requirement;
    if (levels[target] === DOWN || nodes.inactive[target]) continue;
    const harmed = (one) => isHarmed(one, levels[one.supplier]);
    note(target, 'inactive', inactive.filter(harmed));
    if (effect < DEGRADED) continue;
    for (const unit of units) {
      const standing = unit.suppliers.filter(({ supplier }) => levels[supplier] !== DOWN);
      const unfounded = standing.filter(({ supplier }) => isMissing(supplier));
      const limited = standing.filter(({ supplier, passes }) => passes && levels[supplier] === LIMITED);
      const isWorse = (failed) =>
        becomes(unit, requirement, (node) => (failed.some((one) => one.supplier === node) ? DOWN : levels[node])) >
        becomes(unit, requirement, (node) => levels[node]);
      if (
        unfounded.length &&
        unit.suppliers.some((one) => harmed(one) && !unfounded.includes(one)) &&
        isWorse(unfounded)
      )
        note(target, 'unfounded', unfounded);
      if (limited.length && isWorse(limited)) note(target, 'network', limited);
    }
  }
  return [...doubts.values()].map(({ node, why, by }) => ({ node, why, by: [...by].sort((a, b) => a - b) }));
}

const nameOf = ({ nodes }, node) => `${KINDS[nodes.kind[node]]}_${nodes.id[node]}`;

const edgeNameOf = ({ edges }, edge) => (EDGES[edges.type[edge]] ?? FLOWS[edges.type[edge] - EDGES.length]).name;

function edgeAnswer(held, edge) {
  const { from, to, object, label, both } = held.edges;
  const name = edgeNameOf(held, edge);
  const { id } = held.nodes;
  return {
    id: object[edge] ? `${name}_${object[edge]}` : `${name}:${id[from[edge]]}:${id[to[edge]]}`,
    ...{ from: nameOf(held, from[edge]), to: nameOf(held, to[edge]), edge: name, both: !!both[edge] },
    ...{ label: label[edge] ?? null, object: object[edge] || null },
  };
}

function nodeAnswer(held, node) {
  const { label, icon, kind, id } = held.nodes;
  const model = KINDS[kind[node]];
  return {
    ...{ id: nameOf(held, node), label: label[node], group: model, icon: icon[node] || null },
    data: { id: id[node], name: label[node], model, url: `/api/${model}/${id[node]}` },
  };
}

/** The whole answer of the server, but for families and views. */
function impactAnswer(held, root) {
  const { label, kind, inactive } = held.nodes;
  const spread = new Set();
  const reasons = ({ node, level, round }) => {
    if (!round) return [];
    const { levels } = held;
    const levelOf = (one) => levels[one];
    const counting = held.requires[node].filter(
      (one) => isHarmed(one, levels[one.supplier]) && becomes(one.unit, one.requirement, levelOf) === level,
    );
    return counting.map(({ supplier, requirement: { suppliers, group }, edges }) => {
      for (const edge of edges) spread.add(edge);
      const standing = suppliers.filter((one) => levels[one.supplier] !== DOWN).length;
      const from = nameOf(held, supplier);
      return { edge: edgeNameOf(held, edges[0]), from, group, standing, of: suppliers.length };
    });
  };
  const { all, doubts } = impact(held, root, (last) => ({
    all: last.map((event) => ({ ...event, because: inactive[event.node] ? [] : reasons(event) })),
    doubts: doubtsOf(held, last),
  }));
  const hit = all.filter(({ node }) => !inactive[node]).sort((a, b) => b.level - a.level || a.node - b.node);
  const nodes = hit.map((event) => {
    const chain = [];
    for (let one = event; one; one = one.before) chain.push(nameOf(held, one.node));
    const { node, level, round, because } = event;
    return { ...nodeAnswer(held, node), state: STATES[level], round, chain: chain.reverse(), because };
  });
  const counted = (own) => {
    const by_kind = {};
    for (const node of own) by_kind[KINDS[kind[node]]] = (by_kind[KINDS[kind[node]]] ?? 0) + 1;
    return { total: own.length, by_kind };
  };
  const summary = {};
  for (const name of ['down', 'degraded', 'at_risk', 'concerned'])
    summary[name] = counted(hit.filter(({ level }) => STATES[level] === name).map(({ node }) => node));
  summary.doubtful = counted([...new Set(doubts.map(({ node }) => node))]);
  summary.inactive = counted(all.map(({ node }) => node).filter((node) => inactive[node]));
  const doubtful = doubts.map(({ node, why, by }) => ({
    ...{ of: nameOf(held, node), why, by: by.map((one) => nameOf(held, one)) },
    ...{ node: nodeAnswer(held, node), names: by.map((one) => label[one]) },
  }));
  return { nodes, edges: [...spread].map((edge) => edgeAnswer(held, edge)), doubtful, summary };
}

function singlePointsAnswer(held, of, among, most) {
  const { kind, inactive } = held.nodes;
  const isCounted = ({ node, level }) => level === DOWN && kind[node] === of && !inactive[node];
  const points = [];
  for (let node = 0; node < held.nodes.count; node++) {
    if (held.nodes.kind[node] !== among) continue;
    let total = 0;
    for (const event of impact(held, node)) if (isCounted(event)) total++;
    if (total) points.push({ node, total });
  }
  points.sort((a, b) => b.total - a.total || a.node - b.node);
  return {
    points: points.slice(0, most).map(({ node, total }) => {
      const down = impact(held, node).filter(isCounted);
      const sample = down.slice(0, 10).map((event) => nameOf(held, event.node));
      return { node: { id: nameOf(held, node), label: held.nodes.label[node] }, takes_down: { total }, sample };
    }),
  };
}

/** Calls `visit` with each edge at a node and its other end. */
function eachNear({ edges, leaving, arriving }, node, visit) {
  for (let i = leaving.offsets[node]; i < leaving.offsets[node + 1]; i++)
    visit(leaving.edges[i], edges.to[leaving.edges[i]]);
  for (let i = arriving.offsets[node]; i < arriving.offsets[node + 1]; i++)
    visit(arriving.edges[i], edges.from[arriving.edges[i]]);
}

/** Steps from a node to those within a depth. */
function distancesFrom(held, root, depth, target) {
  const depths = new Map([[root, 0]]);
  for (const node of depths.keys()) {
    if (depths.get(node) === depth || node === target) break;
    eachNear(held, node, (_, other) => depths.has(other) || depths.set(other, depths.get(node) + 1));
  }
  return depths;
}

function neighbourhoodAnswer(held, root, depth) {
  const depths = distancesFrom(held, root, depth);
  const nodes = [];
  const edges = [];
  for (const [node, steps] of depths) {
    const others = new Set();
    eachNear(held, node, (edge, other) => {
      if (!depths.has(other)) others.add(other);
      else if (held.edges.from[edge] === node) edges.push(edge);
    });
    nodes.push({ id: nameOf(held, node), label: held.nodes.label[node], depth: steps, more: others.size });
  }
  return {
    nodes,
    edges: edges.map((edge) => edgeAnswer(held, edge)),
  };
}

let held;

async function answerOf(path, parameters) {
  if (path === '/health/live') return {};
  if (path === '/load') held = undefined;
  held ??= await load();
  const node = (name) => {
    const [kind, id] = parameters.get(name).split('_');
    return held.nodes.places[kind][id];
  };
  const walk = path.split('/').pop();
  if (walk === 'load') return { nodes: held.nodes.count, edges: held.edges.type.length };
  if (walk === 'impact') return impactAnswer(held, node('of'));
  if (walk === 'neighbourhood') return neighbourhoodAnswer(held, node('of'), Number(parameters.get('depth')));
  if (walk === 'paths') return { length: distancesFrom(held, node('from'), 10, node('to')).get(node('to')) };
  const [of, among] = ['of', 'among'].map((name) => KINDS.indexOf(parameters.get(name)));
  return singlePointsAnswer(held, of, among, Number(parameters.get('most') ?? 100));
}

createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  const answered = answerOf(pathname, searchParams).then((value) => [200, value]);
  void answered
    .catch((error) => [500, { message: error.message }])
    .then(([status, value]) => {
      const body = Buffer.from(JSON.stringify(value));
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length });
      response.end(body);
    });
}).listen(Number(process.env.PORT), '127.0.0.1');
