/** Logical servers by application and by who answers for them. */
import type { Row } from '../database/database.js';
import { text } from './formatters/columns.js';
import { NumberList, NumbersById, RelatedNames, TextPool } from './related-names.js';
import { table, type Report } from './report.js';
import type { ReportRun } from './report-run.js';
import { sql } from './sql.js';

const COLUMNS = [
  text('logicalServer', 'name'),
  text('type', 'type'),
  text('application', 'application'),
  text('usingEntities', 'users'),
  text('responsibleEntity', 'entity'),
  text('applicationResponsible', 'responsible'),
  text('applicationBlock', 'block'),
  text('blockResponsible', 'block_responsible'),
];

export const logicalServers: Report = {
  name: 'logicalServers',
  file: 'logicalServers',
  titles: { en: 'Servers and their applications', fr: 'Serveurs et leurs applications' },
  abouts: {
    en: 'Logical servers by application and manager; those without an application too.',
    fr: 'Les serveurs logiques par application et responsable\u00a0; aussi ceux qui n’ont pas d’application.',
  },
  roots: ['logical-servers'],
  async tables(run) {
    // Servers are joined to applications here and not by the database, which would sort every column of both.
    const applications = await applicationsOf(run);
    const rows = run.rows(sql`
      SELECT s.id, s.name, s.type, p.application_id FROM logical_servers s
      LEFT JOIN application_logical_server p ON p.logical_server_id = s.id
      WHERE ${run.shown('logical-servers', 's')} ORDER BY ${run.order('s')}`);
    return [table(run, 'logicalServers', COLUMNS, joinedTo(applications, rows))];
  },
};

/** Texts that many applications have in common, by the place of the application. */
class SharedTexts {
  private readonly words = new TextPool();
  private readonly numbers = new NumberList();

  push(text: string | null): void {
    this.numbers.push(this.words.number(text));
  }

  at(index: number): string | null {
    return this.words.at(this.numbers.at(index));
  }
}

/** What is shown of applications, in the order of their names. */
class Applications {
  private readonly indexes = new NumbersById();
  private readonly names: Array<string | null> = [];
  private readonly users = new RelatedNames();
  private readonly responsible = new SharedTexts();
  private readonly entity = new SharedTexts();
  private readonly block = new SharedTexts();
  private readonly blockResponsible = new SharedTexts();

  /** Adds rows of applications and the entities that use them: those of one application come one after the other. */
  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const id = row['application_id'] as number;
      if (this.indexes.get(id) === undefined) {
        this.indexes.set(id, this.names.push(row['application'] as string | null) - 1);
        this.responsible.push(row['responsible'] as string | null);
        this.entity.push(row['entity'] as string | null);
        this.block.push(row['block'] as string | null);
        this.blockResponsible.push(row['block_responsible'] as string | null);
      }
      if (row['user_id'] !== null) this.users.add(id, row['user_id'] as number, row['users'] as string);
    }
  }

  /** The place of an application that is shown. */
  indexOf(id: number): number | undefined {
    return this.indexes.get(id);
  }

  /**
   * A server and an application. One literal: copies of a row that get further properties cost twice as much, and survive long
   * enough to be taken for something that stays.
   */
  beside(server: Row, index: number, id: number): Row {
    return {
      name: server['name']!,
      type: server['type']!,
      application: this.names[index]!,
      users: this.users.get(id)?.join(', ') ?? null,
      entity: this.entity.at(index),
      responsible: this.responsible.at(index),
      block: this.block.at(index),
      block_responsible: this.blockResponsible.at(index),
    };
  }
}

/** Reads the applications that the caller could list, and the entities that use them. One statement. */
async function applicationsOf(run: ReportRun): Promise<Applications> {
  const applications = new Applications();
  const statement = sql`
    SELECT a.id AS application_id, a.name AS application, a.responsible, e.name AS entity, b.name AS block,
      b.responsible AS block_responsible, u.id AS user_id, u.name AS users
    FROM applications a
    LEFT JOIN entities e ON e.id = a.entity_resp_id AND ${run.shown('entities', 'e')}
    LEFT JOIN application_blocks b ON b.id = a.application_block_id AND ${run.shown('application-blocks', 'b')}
    LEFT JOIN application_entity p ON p.application_id = a.id
    LEFT JOIN entities u ON u.id = p.entity_id AND ${run.shown('entities', 'u')}
    WHERE ${run.shown('applications', 'a')} ORDER BY ${run.order('a')}, ${run.order('u')}`;
  for await (const rows of run.rows(statement)) applications.add(rows);
  return applications;
}

/** A row for each application of each server, in their order and each once; one for a server without. */
async function* joinedTo(applications: Applications, batches: AsyncIterable<Row[]>): AsyncIterable<Row[]> {
  let server: Row | undefined;
  // Ids by place.
  let found = new Map<number, number>();
  const joined = (): Row[] =>
    found.size
      ? [...found].sort(([a], [b]) => a - b).map(([index, id]) => applications.beside(server!, index, id))
      : [server!];
  for await (const rows of batches) {
    const done: Row[] = [];
    for (const row of rows) {
      if (server && row['id'] !== server['id']) {
        done.push(...joined());
        found = new Map();
      }
      server = row;
      const id = row['application_id'] as number | null;
      const index = id === null ? undefined : applications.indexOf(id);
      if (index !== undefined) found.set(index, id!);
    }
    yield done;
  }
  if (server) yield joined();
}
