/** The rows of reports by plain SQL of their own, one question after the other. */
import type { Row } from '../../src/database/database.js';
import { IMPORTANCE, level, needs, plain, Questions, words, yesNo } from './questions.js';
import type { Value } from './report-client.js';

export class Independent extends Questions {
  async entities(): Promise<Value[][]> {
    const rows: Value[][] = [];
    for (const e of await this.rows('entities')) {
      const applications = await this.names(
        'application_entity',
        'entity_id',
        e['id'],
        'application_id',
        'applications',
      );
      rows.push([e['name']!, plain(e['description']), yesNo(e['is_external'], 'No'), e['entity_type']!,
        plain(e['security_level']), plain(e['contact_point']), applications]); // prettier-ignore
    }
    return rows;
  }

  async applicationsByBlocks(): Promise<Value[][]> {
    const rows: Value[][] = [];
    const blocks = [...(await this.rows('application_blocks')), undefined];
    for (const block of blocks) {
      const live = (await this.rows('application_blocks')).map(({ id }) => id);
      const all = await this.rows('applications');
      const own = all.filter((a) =>
        block ? a['application_block_id'] === block['id'] : !live.includes(a['application_block_id']!),
      );
      for (const a of own) rows.push(await this.application(a, block));
    }
    return rows;
  }

  private async application(a: Row, block: Row | undefined): Promise<Value[]> {
    const to = (pivot: string, other: string, table: string) =>
      this.names(pivot, 'application_id', a['id'], other, table);
    const cpe = [a['vendor'], a['product'], a['version']].map((part) => part ?? '');
    const hosts = await this.linked(
      'application_physical_server',
      'application_id',
      a['id'],
      'physical_server_id',
      'physical_servers',
    );
    for (const s of await this.linked(
      'application_logical_server',
      'application_id',
      a['id'],
      'logical_server_id',
      'logical_servers',
    )) {
      hosts.push(
        ...(await this.linked(
          'logical_server_physical_server',
          'logical_server_id',
          s['id'],
          'physical_server_id',
          'physical_servers',
        )),
      );
    }
    const ids = new Set(hosts.map(({ id }) => id));
    const machines = (await this.rows('physical_servers')).filter(({ id }) => ids.has(id!));
    return [
      block?.['name'] ?? null, a['name']!, plain(a['description']), cpe.join('') ? cpe.join(':') : null,
      (await this.one('entities', a['entity_resp_id']))?.['name'] ?? null,
      await to('application_entity', 'entity_id', 'entities'), a['responsible']!,
      await to('application_process', 'process_id', 'processes'), await to('activity_application', 'activity_id', 'activities'),
      a['editor']!, a['technology']!, a['type']!, a['users']!, a['external']!, ...needs(a), a['rto']!, a['rpo']!,
      a['documentation']!, await to('application_logical_server', 'logical_server_id', 'logical_servers'),
      machines.map(({ name }) => name).join(', ') || null,
      await to('application_workstation', 'workstation_id', 'workstations'),
      await to('application_database', 'database_id', 'databases'),
    ]; // prettier-ignore
  }

  async directory(date: string): Promise<Value[][]> {
    const rows: Value[][] = [];
    for (const a of await this.rows('applications')) {
      const urgent = Number(a['rto']) > 0 && Number(a['rto']) <= 240;
      if (!urgent && !needs(a).some((need) => Number(need) >= 3)) continue;
      const e = await this.one('entities', a['entity_resp_id']);
      const named = await this.linked(
        'own_application_relation',
        'application_id',
        a['id'],
        'relation_id',
        'relations',
      );
      const chain: number[] = [];
      for (let up = e; up && !chain.includes(Number(up['id'])); up = await this.one('entities', up['parent_entity_id']))
        chain.push(Number(up['id']));
      const ofEntity: typeof named = [];
      for (const r of await this.rows('relations')) {
        if (!chain.includes(Number(r['destination_id']))) continue;
        const named = await this.linked(
          'own_application_relation',
          'relation_id',
          r['id'],
          'application_id',
          'applications',
        );
        const wans = await this.linked('own_relation_wan', 'relation_id', r['id'], 'wan_id', 'wans');
        if (!named.length && !wans.length) ofEntity.push(r);
      }
      const relations = (named.length ? named : ofEntity).filter((r) => Number(r['active']) === 1);
      const inForce = relations.filter(
        (r) => !(String(r['start_date'] ?? '') > date) && !(r['end_date'] !== null && String(r['end_date']) < date),
      );
      for (const r of inForce.length ? inForce : [undefined]) {
        const supplier = await this.one('entities', r?.['source_id']);
        const contact = plain(supplier?.['contact_point']);
        rows.push([
          a['name']!, plain(a['description']), await this.names('application_process', 'application_id', a['id'], 'process_id', 'processes'),
          a['responsible']!, ...needs(a), words(a['rto']), words(a['rpo']), e?.['name'] ?? null, plain(e?.['contact_point']),
          plain(e?.['description']), r?.['name'] ?? null, r?.['type'] ?? null, IMPORTANCE[Number(r?.['importance'] ?? 0)] ?? null,
          r?.['start_date'] ?? null, r?.['end_date'] ?? null, plain(r?.['description']),
          supplier?.['name'] ?? null, contact, /\d[\d ]{6,}\d/.exec(String(contact ?? ''))?.[0] ?? null, r?.['end_date'] ?? null,
          r && !named.length ? 'Not assigned to an application' : null,
        ]); // prettier-ignore
      }
    }
    return rows;
  }

  async logicalServers(): Promise<Value[][]> {
    const rows: Value[][] = [];
    for (const s of await this.rows('logical_servers')) {
      const applications = await this.linked(
        'application_logical_server',
        'logical_server_id',
        s['id'],
        'application_id',
        'applications',
      );
      for (const a of applications.length ? applications : [undefined]) {
        const block = await this.one('application_blocks', a?.['application_block_id']);
        rows.push([
          s['name']!, s['type']!, a?.['name'] ?? null,
          a ? await this.names('application_entity', 'application_id', a['id'], 'entity_id', 'entities') : null,
          (await this.one('entities', a?.['entity_resp_id']))?.['name'] ?? null, a?.['responsible'] ?? null,
          block?.['name'] ?? null, block?.['responsible'] ?? null,
        ]); // prettier-ignore
      }
    }
    return rows;
  }

  async securityNeeds(): Promise<Value[][]> {
    const steps: Array<(id: unknown) => Promise<Row[]>> = [
      (id) => this.rows('processes', 'macroprocess_id = ?', [Number(id)]),
      (id) => this.linked('application_process', 'process_id', id, 'application_id', 'applications'),
      (id) => this.linked('application_database', 'application_id', id, 'database_id', 'databases'),
      (id) => this.linked('database_information', 'database_id', id, 'information_id', 'information'),
    ];
    const below = async (row: Row, step: number): Promise<Value[][]> => {
      const next = step < steps.length ? await steps[step]!(row['id']) : [];
      const tails = (await Promise.all(next.map((other) => below(other, step + 1)))).flat();
      const rest = tails.length ? tails : [Array<null>((steps.length - step) * 6).fill(null)];
      return rest.map((tail) => [row['name']!, ...needs(row), ...tail]);
    };
    const roots = await this.rows('macro_processuses');
    return (await Promise.all(roots.map((row) => below(row, 0)))).flat();
  }

  async logicalServerConfigs(): Promise<Value[][]> {
    const rows: Value[][] = [];
    for (const s of await this.rows('logical_servers')) {
      const to = (pivot: string, other: string, table: string) =>
        this.names(pivot, 'logical_server_id', s['id'], other, table);
      const applications = await this.linked(
        'application_logical_server',
        'logical_server_id',
        s['id'],
        'application_id',
        'applications',
      );
      const blocks = (await this.rows('application_blocks')).filter(({ id }) =>
        applications.some((a) => a['application_block_id'] === id),
      );
      rows.push([
        s['name']!, s['operating_system']!, s['environment']!, s['install_date']!, s['update_date']!, s['cpu']!, s['memory']!,
        s['disk']!, s['net_services']!, s['address_ip']!, plain(s['configuration']), await to('application_logical_server', 'application_id', 'applications'),
        blocks.map(({ name }) => name).join(', ') || null, await to('cluster_logical_server', 'cluster_id', 'clusters'),
        await to('logical_server_physical_server', 'physical_server_id', 'physical_servers'),
      ]); // prettier-ignore
    }
    return rows;
  }

  async externalAccess(): Promise<Value[][]> {
    const rows: Value[][] = [];
    for (const x of await this.rows('external_connected_entities')) {
      const e = await this.one('entities', x['entity_id']);
      const network = await this.one('networks', x['network_id']);
      rows.push([x['name']!, x['type']!, e?.['name'] ?? null, plain(e?.['description']), plain(e?.['contact_point']),
        plain(x['description']), x['contacts']!, network?.['name'] ?? null, x['src_desc']!, x['src']!, x['dest_desc']!, x['dest']!]); // prettier-ignore
    }
    return rows;
  }

  async workstations(): Promise<Value[][]> {
    const rows: Value[][] = [];
    for (const w of await this.rows('workstations')) {
      rows.push([w['name']!, w['type']!, plain(w['description']), w['operating_system']!, w['address_ip']!,
        await this.names('application_workstation', 'workstation_id', w['id'], 'application_id', 'applications'), w['cpu']!, w['memory']!, w['disk']!,
        (await this.one('sites', w['site_id']))?.['name'] ?? null, (await this.one('buildings', w['building_id']))?.['name'] ?? null]); // prettier-ignore
    }
    return rows;
  }

  async rto(): Promise<Value[][]> {
    const rows: Array<{ urgency: number; cells: Value[] }> = [];
    for (const a of await this.rows('applications')) {
      for (const v of await this.linked(
        'activity_application',
        'application_id',
        a['id'],
        'activity_id',
        'activities',
      )) {
        const urgency = Number(v['recovery_time_objective']) || Number(v['maximum_tolerable_downtime']) || Infinity;
        rows.push({ urgency, cells: [a['name']!, words(a['rto']), words(a['rpo']), v['name']!, words(v['maximum_tolerable_downtime']),
          words(v['recovery_time_objective']), words(v['maximum_tolerable_data_loss']), words(v['recovery_point_objective'])] }); // prettier-ignore
      }
    }
    return rows.sort((a, b) => (a.urgency === b.urgency ? 0 : a.urgency - b.urgency)).map(({ cells }) => cells);
  }

  async impacts(): Promise<Value[][]> {
    const types = ['Financial', 'Patient safety', 'Reputation'];
    const rows: Value[][] = [];
    for (const v of await this.rows('activities')) {
      const cells = types.map(async (type) => {
        const [row] = await this.database.all(
          'SELECT MAX(severity) AS worst FROM activity_impact WHERE activity_id = ? AND LOWER(impact_type) = ?',
          [v['id']!, type.toLowerCase()],
        );
        return level(row!['worst']!);
      });
      rows.push([v['name']!, ...(await Promise.all(cells))]);
    }
    return rows;
  }

  async activityList(): Promise<Value[][]> {
    const rows: Value[][] = [];
    const texts = ['description', 'responsible', 'purpose', 'lawfulness', 'categories', 'data_source', 'data_collection_obligation',
      'recipients', 'transfert', 'automated_decision_making', 'retention', 'data_subject_rights']; // prettier-ignore
    for (const d of await this.rows('data_processing')) {
      const processes = await this.linked(
        'data_processing_process',
        'data_processing_id',
        d['id'],
        'process_id',
        'processes',
      );
      const applications = await this.linked(
        'application_data_processing',
        'data_processing_id',
        d['id'],
        'application_id',
        'applications',
      );
      const measures = new Set<unknown>();
      for (const p of processes)
        for (const m of await this.linked(
          'security_control_process',
          'process_id',
          p['id'],
          'security_control_id',
          'security_controls',
        ))
          measures.add(m['id']);
      for (const a of applications)
        for (const m of await this.linked(
          'application_security_control',
          'application_id',
          a['id'],
          'security_control_id',
          'security_controls',
        ))
          measures.add(m['id']);
      const controls = (await this.rows('security_controls')).filter(({ id }) => measures.has(id));
      const joined = (list: Row[]): Value => list.map(({ name }) => name).join(', ') || null;
      rows.push([d['name']!, ...texts.map((column) => plain(d[column])), d['update_date']!, joined(processes), joined(applications),
        await this.names('data_processing_information', 'data_processing_id', d['id'], 'information_id', 'information'), joined(controls)]); // prettier-ignore
    }
    return rows;
  }
}
