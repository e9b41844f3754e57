/** Exports the objects of a resource as a workbook or CSV that can be imported again (reports 9). */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { AuditEvents } from '../audit/audit-events.js';
import { recheckLate, type RequestContext } from '../core/http/caller.js';
import { csvFile, csvText, guardable, RFC_4180 } from '../files/csv.js';
import { SpillStream } from '../files/spill-stream.js';
import { begun, type Cell, type Table } from '../files/table.js';
import { writeXlsx } from '../files/xlsx/writer.js';
import { Plans, type ResourceModel } from '../engine/index.js';
import { fileOf } from './columns.js';
import { Objects } from './objects.js';

export type Format = 'xlsx' | 'csv';

type Query = Readonly<Record<string, unknown>>;

@Injectable()
export class ExportService {
  constructor(
    private readonly plans: Plans,
    private readonly events: AuditEvents,
  ) {}

  /**
   * Prepares an export and notes that it left the map. What can fail has failed when this returns: bad parameters (400),
   * the first statements. The bytes are made once the stream is read.
   * @param ids the objects in their order; all of them where it is left out
   */
  async open(
    resource: ResourceModel,
    format: Format,
    query: Query,
    context: RequestContext,
    ids?: readonly number[],
  ): Promise<() => Readable> {
    const file = csvFile(query, RFC_4180);
    const table = await begun(this.table(resource, format, context, ids));
    await this.events.record({ action: 'exported', subject: { path: resource.path }, details: { format }, context });
    await recheckLate(context);
    return () => {
      const out = new SpillStream();
      const facts = { title: fileOf(resource), created: new Date() };
      const written =
        format === 'xlsx'
          ? writeXlsx(out, [table], facts)
          : pipeline(Readable.from(csvText(table, file), { objectMode: false }), out);
      written.catch((error: Error) => out.destroy(error));
      return out;
    };
  }

  private table(
    resource: ResourceModel,
    format: Format,
    { caller }: RequestContext,
    ids: readonly number[] | undefined,
  ): Table {
    const objects = new Objects(this.plans, resource, this.plans.access.of(caller));
    const rows = ids ? objects.chosen(ids) : objects.all();
    return {
      name: fileOf(resource).slice(0, 31),
      names: objects.columns.findIndex(({ heading }) => heading === 'name') + 1 || 1,
      columns: objects.columns.map(({ heading }) => ({ heading, kind: 'text' })),
      rows: format === 'csv' ? mapped(rows, (cell) => (typeof cell === 'string' ? guardable(cell) : cell)) : rows,
    };
  }
}

async function* mapped(batches: AsyncIterable<Cell[][]>, change: (cell: Cell) => Cell): AsyncIterable<Cell[][]> {
  for await (const rows of batches) yield rows.map((row) => row.map(change));
}
