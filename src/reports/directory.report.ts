/** The crisis directory: critical applications, who answers for them, and the contracts in force. */
import { ApiError } from '../core/http/errors.js';
import { parseDay } from '../core/text/dates.js';
import type { Row } from '../database/database.js';
import type { Block, Content, Document, Entry } from '../files/document.js';
import { importanceWord, securityNeedWord } from './formatters/codes.js';
import { cell, day, html, list, minutes, needsOf, securityNeeds, text } from './formatters/columns.js';
import { htmlText } from './formatters/html-text.js';
import { asDay, duration } from './formatters/values.js';
import type { LabelKey, Translate } from './locales/index.js';
import type { RelatedNames } from './related-names.js';
import { table, type Report } from './report.js';
import type { ReportRun } from './report-run.js';
import { joined, raw, sql } from './sql.js';

export const directory: Report = {
  name: 'directory',
  file: 'directory',
  titles: { en: 'Crisis directory', fr: 'Annuaire de crise' },
  abouts: {
    en: 'Critical applications, who answers for them, and the contracts in force.',
    fr: 'Les applications critiques, qui en répond, et les contrats en vigueur.',
  },
  parameters: ['date'],
  roots: ['applications'],
  async tables(run) {
    const date = dateOf(run);
    const columns = [
      text('application', 'name'),
      html('description', 'description'),
      list('processes', await run.names('applications.processes')),
      text('responsible', 'responsible'),
      ...securityNeeds(run),
      minutes('rto', 'rto'),
      minutes('rpo', 'rpo'),
      text('responsibleEntity', 'entity'),
      html('pointOfContact', 'contact_point'),
      html('entityDescription', 'entity_description'),
      text('relation', 'relation'),
      text('relationType', 'relation_type'),
      cell('importance', (row, translate) => importanceWord(row['importance']!, translate)),
      day('start', 'start_date'),
      day('end', 'end_date'),
      html('relationDescription', 'relation_description'),
      text('supplier', 'supplier'),
      html('supplierContact', 'supplier_contact'),
      cell('supplierTelephone', telephones),
      day('inForceUntil', 'end_date'),
      cell('assignment', assignment),
    ];
    return [table(run, 'crisisDirectory', columns, crisisRows(run, date))];
  },
  async document(run) {
    const date = dateOf(run);
    const processes = await run.names('applications.processes');
    return crisisDocument({ run, date, processes, rows: () => crisisRows(run, date) });
  },
};

/** The day whose contracts are asked for: today, unless `date` names another. Throws 400 for what is no day. */
function dateOf({ query, now }: ReportRun): string {
  const { date } = query;
  if (date === undefined || date === '') {
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-');
  }
  if (typeof date === 'string' && date.length === 10 && parseDay(date)) return date;
  throw new ApiError(400, 'wantsDay', { name: 'date' });
}

/** From this level on a need is critical, and up to so many minutes a recovery time; 0 is what an empty form of the older application stored. */
const [CRITICAL, CRITICAL_RTO] = [3, 240];

/**
 * Critical applications with their contracts that are in force; one row where there is none. Contracts are those that name the
 * application. Where none does, they are those with the entity in charge of it or with one above that, unless they name something
 * else.
 */
function crisisRows(run: ReportRun, date: string): AsyncIterable<Row[]> {
  const critical = needsOf(run).map(({ column }) => sql`${raw(`a.${column}`)} >= ${CRITICAL}`);
  const inForce = sql`r.active = 1 AND ${run.shown('relations', 'r')}
    AND (r.start_date IS NULL OR r.start_date <= ${date}) AND (r.end_date IS NULL OR r.end_date >= ${date})`;
  const named = sql`own_application_relation p JOIN relations r ON r.id = p.relation_id`;
  // Whether the caller may see what it is for or not: a contract for something else is none for this application.
  const assigned = sql`SELECT p.relation_id FROM own_application_relation p
      JOIN applications f ON f.id = p.application_id AND f.deleted_at IS NULL
    UNION SELECT p.relation_id FROM own_relation_wan p JOIN wans w ON w.id = p.wan_id AND w.deleted_at IS NULL`;
  return run.rows(sql`
    WITH RECURSIVE above (own, id) AS (
      SELECT e.id, e.id FROM entities e WHERE ${run.shown('entities', 'e')}
      UNION SELECT u.own, e.id FROM above u JOIN entities o ON o.id = u.id
        JOIN entities e ON e.id = o.parent_entity_id AND ${run.shown('entities', 'e')}
    )
    SELECT a.id, a.name, a.description, a.responsible, a.security_need_c, a.security_need_i, a.security_need_a,
      a.security_need_t, a.security_need_auth, a.rto, a.rpo, e.name AS entity, e.contact_point,
      e.description AS entity_description, r.id AS relation_id, r.name AS relation, r.type AS relation_type, r.importance,
      r.start_date, r.end_date, r.description AS relation_description, s.name AS supplier, s.contact_point AS supplier_contact,
      k.assigned
    FROM applications a
    LEFT JOIN entities e ON e.id = a.entity_resp_id AND ${run.shown('entities', 'e')}
    LEFT JOIN (
      SELECT p.application_id, r.id AS relation_id, 1 AS assigned FROM ${named} WHERE ${inForce}
      UNION SELECT b.id, r.id, 0 FROM applications b
        JOIN above u ON u.own = b.entity_resp_id JOIN relations r ON r.destination_id = u.id
        WHERE ${inForce} AND b.id NOT IN (SELECT p.application_id FROM ${named} WHERE ${run.shown('relations', 'r')})
          AND r.id NOT IN (${assigned})
    ) k ON k.application_id = a.id
    LEFT JOIN relations r ON r.id = k.relation_id
    LEFT JOIN entities s ON s.id = r.source_id AND ${run.shown('entities', 's')}
    WHERE (${joined(critical, ' OR ')} OR (a.rto > 0 AND a.rto <= ${CRITICAL_RTO})) AND ${run.shown('applications', 'a')}
    ORDER BY ${run.order('a')}, ${run.order('r')}`);
}

/** Numbers by which somebody outside can be called: eight figures at least. */
const TELEPHONE = /\+?\d[\d .()-]{6,}\d/g;

/** The telephone numbers in what is written of how a supplier is reached. */
function telephones(row: Row): string | null {
  const text = htmlText(row['supplier_contact'] as string | null) ?? '';
  return text.match(TELEPHONE)?.join(', ') ?? null;
}

const contactOf = (row: Row): string | null => htmlText(row['supplier_contact'] as string | null);

/** Marks contracts that no application is named in. */
const assignment = (row: Row, translate: Translate): string | null =>
  row['relation_id'] !== null && !Number(row['assigned']) ? translate('notAssigned') : null;

/** What the rows of the directory are shown with. */
interface Crisis {
  run: ReportRun;
  date: string;
  processes: RelatedNames;
  /** Rows of the directory, one for each relation in force; run anew each time. */
  rows(): AsyncIterable<Row[]>;
}

const anchorOf = ({ id }: Row): string => `application_${String(id)}`;

/** One page for each application. */
function crisisDocument(crisis: Crisis): Document {
  const { translate, language } = crisis.run;
  return {
    language,
    title: translate('crisisDirectory'),
    subtitle: [translate('crisisDirectorySubtitle'), translate('contractsOn', { day: crisis.date })],
    contentsTitle: translate('contents'),
    contents: contents(crisis),
    numbered: false,
    blocks: pages(crisis),
  };
}

/** The rows of each application together, in batches of applications. */
async function* applications({ rows }: Crisis): AsyncIterable<Row[][]> {
  let together: Row[] = [];
  for await (const batch of rows()) {
    const complete: Row[][] = [];
    for (const row of batch) {
      if (together.length && together[0]!['id'] !== row['id']) {
        complete.push(together);
        together = [];
      }
      together.push(row);
    }
    yield complete;
  }
  if (together.length) yield [together];
}

async function* contents(crisis: Crisis): AsyncIterable<Entry[]> {
  for await (const batch of applications(crisis)) {
    yield batch.map(([row]) => ({ level: 1, text: row!['name'] as string, anchor: anchorOf(row!) }));
  }
}

async function* pages(crisis: Crisis): AsyncIterable<Block[]> {
  for await (const batch of applications(crisis)) yield batch.flatMap((rows) => page(rows, crisis));
}

function page(rows: readonly Row[], crisis: Crisis): Block[] {
  const row = rows[0]!;
  const { translate } = crisis.run;
  const relations = rows.filter(({ relation_id }) => relation_id !== null);
  return [
    { kind: 'heading', level: 1, text: row['name'] as string, anchor: anchorOf(row) },
    { kind: 'card', title: translate('application'), rows: applicationRows(row, crisis) },
    ...(row['entity'] === null
      ? []
      : [{ kind: 'card', title: translate('responsibleEntity'), rows: entityRows(row, crisis) } as const]),
    { kind: 'heading', level: 2, text: translate('relations'), anchor: `${anchorOf(row)}_relations` },
    relations.length
      ? relationsOf(relations, crisis)
      : { kind: 'text', text: translate(nothingSeen(crisis)), lead: true },
  ];
}

/** That there is none is known only to who may see all of them. */
const nothingSeen = ({ run: { rights } }: Crisis): LabelKey =>
  rights.whole('relations') && rights.whole('entities') ? 'noActiveRelation' : 'noActiveRelationSeen';

const filled = (
  rows: ReadonlyArray<readonly [LabelKey, string | null]>,
  translate: Translate,
): Array<readonly [string, Content]> =>
  rows.flatMap(([label, text]) => (text ? [[translate(label), text] as const] : []));

const applicationRows = (row: Row, { run, processes }: Crisis): Array<readonly [string, Content]> =>
  filled(
    [
      ['description', htmlText(row['description'] as string | null)],
      ['processes', processes.get(row['id'] as number)?.join(', ') ?? null],
      ['responsible', row['responsible'] as string | null],
      ...needsOf(run).map(({ label, column }) => [label, securityNeedWord(row[column]!, run.translate)] as const),
      ['rto', duration(row['rto']!, run.translate)],
      ['rpo', duration(row['rpo']!, run.translate)],
    ],
    run.translate,
  );

const entityRows = (row: Row, { run }: Crisis): Array<readonly [string, Content]> =>
  filled(
    [
      ['name', row['entity'] as string],
      ['pointOfContact', htmlText(row['contact_point'] as string | null)],
      ['description', htmlText(row['entity_description'] as string | null)],
    ],
    run.translate,
  );

const relationsOf = (rows: readonly Row[], { run: { translate } }: Crisis): Block => ({
  kind: 'grid',
  headings: (['name', 'supplier', 'supplierContact', 'importance', 'inForceUntil', 'description'] as const).map((key) =>
    translate(key),
  ),
  widths: [20, 16, 20, 12, 12, 20],
  rows: rows.map((row) => [
    [row['relation'] as string, row['relation_type'] as string | null, assignment(row, translate)]
      .filter(Boolean)
      .join('\n'),
    (row['supplier'] as string | null) ?? '',
    contactOf(row) ?? '',
    importanceWord(row['importance']!, translate) ?? '',
    asDay(row['end_date']!) ?? '',
    htmlText(row['relation_description'] as string | null) ?? '',
  ]),
});
