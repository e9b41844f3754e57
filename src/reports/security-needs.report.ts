/** Whether classifications agree along macro-process, process, application, database and information. */
import { quote } from '../database/dialect.js';
import { registry } from '../engine/index.js';
import type { Cell, TableColumn } from '../files/table.js';
import { needsOf } from './formatters/columns.js';
import { asLevel } from './formatters/values.js';
import { inBatches, named, type Report } from './report.js';
import type { ReportRun } from './report-run.js';
import { joined, raw, sql, type Sql } from './sql.js';

export const securityNeeds: Report = {
  name: 'securityNeeds',
  file: 'securityNeeds',
  titles: { en: 'Security needs', fr: 'Besoins de sécurité' },
  abouts: {
    en: 'Classification along macro-process, process, application, database and information, path by path.',
    fr: 'La classification le long des macro-processus, processus, applications, bases de données et informations, chemin par chemin.',
  },
  roots: ['macro-processuses'],
  async tables(run) {
    const { translate } = run;
    const needs = needsOf(run).map(({ short }) => translate(short));
    const levels = (before = ''): TableColumn[] =>
      needs.map((need) => ({ heading: before + need, kind: 'level', worded: true }));
    const text = (heading: string): TableColumn => ({ heading, kind: 'text' });
    const chain = await ClassificationChain.load(run, needs.length);
    return [
      {
        ...named(run, 'securityNeeds'),
        columns: CHAIN.map(({ title }) => translate(title)).flatMap((title) => [text(title), ...levels(`${title} `)]),
        rows: inBatches(chain.paths()),
      },
      {
        ...named(run, 'notLinked'),
        columns: [text(translate('object')), text(translate('name')), ...levels()],
        rows: inBatches(chain.notLinked()),
        names: 2,
      },
    ];
  },
};

/** The types from the top down; `link` leads to the next one. */
const CHAIN = [
  { title: 'macroProcess', path: 'macro-processuses', link: 'processes' },
  { title: 'process', path: 'processes', link: 'applications' },
  { title: 'application', path: 'applications', link: 'databases' },
  { title: 'database', path: 'databases', link: 'informations' },
  { title: 'information', path: 'information', link: undefined },
] as const;

/** An object of the chain: its name and needs, what follows from it, and whether it follows from anything. */
interface Node {
  /** Its place among the objects of its type. */
  place: number;
  cells: Cell[];
  next: Node[];
  linked: boolean;
}

class ClassificationChain {
  private readonly nodes: Array<Map<number, Node>> = CHAIN.map(() => new Map<number, Node>());

  private constructor(
    private readonly run: ReportRun,
    private readonly needs: number,
  ) {}

  /** Two statements: names and needs of all objects, and the pairs that link them. Paths multiply; these do not. */
  static async load(run: ReportRun, needs: number): Promise<ClassificationChain> {
    const chain = new ClassificationChain(run, needs);
    await chain.loadNodes();
    await chain.loadLinks();
    return chain;
  }

  /** All paths, each as one row; what has no successor ends its path, and the rest of the row is empty. */
  *paths(): Iterable<Cell[]> {
    const width = CHAIN.length * (this.needs + 1);
    const row: Cell[] = Array<Cell>(width).fill(null);
    yield* this.below([...this.nodes[0]!.values()], 0, row);
  }

  /** Objects that follow from nothing; only where the caller sees all that they could follow from. */
  *notLinked(): Iterable<Cell[]> {
    for (const [step, { title }] of CHAIN.entries()) {
      if (step === 0 || !this.run.rights.all(CHAIN[step - 1]!.path)) continue;
      for (const { cells, linked } of this.nodes[step]!.values())
        if (!linked) yield [this.run.translate(title), ...cells];
    }
  }

  private *below(nodes: readonly Node[], step: number, before: readonly Cell[]): Iterable<Cell[]> {
    for (const { cells, next } of nodes) {
      const row = [...before];
      cells.forEach((cell, i) => (row[step * (this.needs + 1) + i] = cell));
      if (next.length) yield* this.below(next, step + 1, row);
      else yield row;
    }
  }

  private async loadNodes(): Promise<void> {
    const parts = CHAIN.map(
      ({ path }, step) => sql`
      SELECT ${raw(String(step))} AS k, t.id, t.name, t.security_need_c AS n0, t.security_need_i AS n1,
        t.security_need_a AS n2, t.security_need_t AS n3, t.security_need_auth AS n4
      FROM ${raw(tableOf(path))} t WHERE ${this.run.shown(path, 't')}`,
    );
    const all = sql`SELECT u.* FROM (${joined(parts, ' UNION ALL ')}) u ORDER BY u.k, ${this.run.order('u')}`;
    for await (const rows of this.run.rows(all)) {
      for (const row of rows) {
        const needs = Array.from({ length: this.needs }, (_, i) => asLevel(row[`n${i}`]!));
        const cells = [row['name'] as string, ...needs];
        const nodes = this.nodes[row['k'] as number]!;
        nodes.set(row['id'] as number, { place: nodes.size, cells, next: [], linked: false });
      }
    }
  }

  private async loadLinks(): Promise<void> {
    for await (const rows of this.run.rows(joined(CHAIN.slice(0, -1).map(pairs), ' UNION ALL '))) {
      for (const { k, own, other } of rows) {
        const from = this.nodes[k as number]!.get(own as number);
        const to = this.nodes[(k as number) + 1]!.get(other as number);
        if (!from || !to) continue;
        from.next.push(to);
        to.linked = true;
      }
    }
    for (const nodes of this.nodes) {
      for (const node of nodes.values()) {
        if (node.next.length > 1) node.next = [...new Set(node.next)].sort((a, b) => a.place - b.place);
      }
    }
  }
}

const tableOf = (path: string): string => quote(registry.get(path).table);

/** The pairs of one link, without a look at whether its ends are there. */
function pairs({ path, link }: (typeof CHAIN)[number], step: number): Sql {
  const { pivot, foreign } = registry.get(path).links.find(({ name }) => name === link)!;
  const [table, own, other] = pivot
    ? [pivot.table, pivot.ownColumn, pivot.otherColumn]
    : [foreign!.table, foreign!.column, 'id'];
  const columns = `${step} AS k, p.${quote(own)} AS own, p.${quote(other)} AS other`;
  return raw(`SELECT ${columns} FROM ${quote(table)} p WHERE p.${quote(own)} IS NOT NULL`);
}
