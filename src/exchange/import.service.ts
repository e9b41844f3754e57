/** Imports files: what they ask for is done in one transaction, or nothing is, and every wrong cell is reported (reports 9). */
import type { FileHandle } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { AuditEvents } from '../audit/audit-events.js';
import { can, type HttpResponse, type RequestContext } from '../core/http/caller.js';
import { csvFile, RFC_4180 } from '../files/csv.js';
import { FileError, forbidden, ValidationError, type RowError } from '../core/http/errors.js';
import { Turns } from '../core/turns.js';
import { Message, type Language } from '../core/i18n/messages.js';
import { CONFIG, type Config } from '../config.js';
import { oddRangesIn, Plans, type ResourceModel, type ResourceService, type Steps } from '../engine/index.js';
import { NamedObjects } from './named-objects.js';
import { FileChanges, type RequestedChange } from './file-changes.js';
import { openSheet } from '../files/open-sheet.js';
import type { Sheet, SheetRow } from '../files/sheet.js';
import { Objects } from './objects.js';
import { ignoredIn, inOrder, cellOf, type RowReport, type RowOutcome } from './row-outcomes.js';

/** What an import did. */
export interface Imported {
  inserted: number;
  updated: number;
  deleted: number;
}

/** What the import of a file did, the headings that mean nothing, what was assumed of the file and looks wrong in it, and its rows where they are asked for. */
export interface ImportedFile extends Imported, Partial<RowReport> {
  ignored: string[];
  notes: Message[];
}

/** How an import is done. */
interface ImportOptions {
  /** Everything is checked, nothing is stored. */
  dryRun: boolean;
  /** What each row does is reported. */
  rows: boolean;
  /** A row without an id is that of the object which is called so, where there is one. */
  byName: boolean;
  /** An empty cell of an object that is there leaves its field as it is. */
  keepsEmpty: boolean;
  /** In which dates with slashes are written. */
  language: Language;
  /** Makes the response; it is sent, and kept with what is stored (contract 11). */
  respond: (imported: ImportedFile) => HttpResponse;
}

type Query = Readonly<Record<string, unknown>>;

/** Rows that are compared with the stored objects at once. */
const BATCH = 500;

/** Ends a transaction without storing anything, and carries what is answered. */
class DryRun extends Error {
  constructor(readonly response: HttpResponse) {
    super('dry run');
  }
}

@Injectable()
export class ImportService {
  constructor(
    private readonly plans: Plans,
    private readonly events: AuditEvents,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Most bytes of a file. */
  get maxBytes(): number {
    return this.config.maxFileSize;
  }

  /** Throws 403 unless the caller may do anything that a row may ask for. */
  requireAny({ key }: ResourceModel, { caller }: RequestContext): void {
    const abilities = ['create', 'edit', 'delete'].map((verb) => `${key}_${verb}`);
    if (!abilities.some((ability) => can(caller, ability))) throw forbidden(`${key}_edit`);
  }

  /** Reads a file and does what its rows ask for; gives the response. Throws 400, 403, 413, 415 and 422. */
  async run(
    service: ResourceService,
    file: FileHandle,
    query: Query,
    context: RequestContext,
    options: ImportOptions,
  ): Promise<HttpResponse> {
    const { separator } = csvFile(query, RFC_4180);
    const sheet = await openSheet(file, query['sep'] ? separator : undefined);
    const changes = await this.changesOf(service.plan.resource, sheet, context, options);
    return this.store(service, changes, sheet, context, options);
  }

  private async changesOf(
    resource: ResourceModel,
    sheet: Sheet,
    { caller }: RequestContext,
    { language, rows: wantsRows, dryRun, byName, keepsEmpty }: ImportOptions,
  ): Promise<FileChanges> {
    const access = this.plans.access.of(caller);
    const objects = new Objects(this.plans, resource, access);
    const cells = wantsRows && dryRun;
    const maxCharacters = this.config.maxBodySize;
    const reading = { calendar: sheet.calendar, language, maxCharacters, rows: wantsRows, cells, byName, keepsEmpty };
    const changes = new FileChanges(resource, objects, new NamedObjects(this.plans, access), caller, reading);
    let waiting: SheetRow[] = [];
    const turns = new Turns();
    for await (const rows of sheet.rows) {
      for (const row of rows) {
        if (waiting.push(row) < BATCH) continue;
        await changes.take(waiting);
        waiting = [];
        // A piece of a file may hold some thousand short rows.
        await turns.rest();
      }
      await turns.rest();
    }
    await changes.take(waiting);
    return changes;
  }

  private async store(
    service: ResourceService,
    changes: FileChanges,
    { format, notes: read }: Sheet,
    context: RequestContext,
    { dryRun, rows: wantsRows, respond }: ImportOptions,
  ): Promise<HttpResponse> {
    const { stored, updated, destroyed, errors } = changes;
    const { ignored } = changes.names();
    const notes = [...read, ...changes.notes];
    if (!stored.length && !updated.length && !destroyed.length && !errors.length) {
      const report = wantsRows && { same: changes.same, rows: [] };
      return respond({ inserted: 0, updated: 0, deleted: 0, ...report, ignored, notes });
    }
    // What looks wrong is stored all the same.
    const rows = [...stored, ...updated];
    const odd = oddRangesIn(
      service.plan.resource,
      rows.map(({ body }) => body),
    );
    for (const { at, name, message } of odd)
      notes.push(
        new Message('importOdd', { row: rows[at]!.row, column: changes.names().headingOf(name), sentence: message }),
      );
    const work = async (steps: Steps): Promise<HttpResponse> => {
      const { counts: imported, report } = await this.work(steps, changes, { rows: wantsRows, dryRun });
      const response = respond({ ...imported, ...(wantsRows && report), ignored, notes });
      if (dryRun) throw new DryRun(response);
      const subject = { path: service.plan.resource.path };
      const something = Object.values(imported).some((count) => count > 0);
      if (something)
        await this.events.record({ action: 'imported', subject, details: { format, ...imported }, context }, steps.tx);
      return response;
    };
    try {
      return await service.together({ ...context, via: 'import' }, work);
    } catch (error) {
      if (error instanceof DryRun) return error.response;
      throw error;
    }
  }

  /** Deletions come first: they free names. What is wrong is collected from all three, since nothing is stored then. */
  private async work(
    steps: Steps,
    changes: FileChanges,
    options: Pick<ImportOptions, 'rows' | 'dryRun'>,
  ): Promise<{ counts: Imported; report: RowReport }> {
    const { stored, updated, destroyed } = changes;
    const errors: RowError[] = [...changes.errors];
    const attempt = async (
      rows: readonly RequestedChange[],
      write: () => Promise<readonly number[]>,
    ): Promise<readonly number[] | undefined> => {
      try {
        return rows.length ? await write() : [];
      } catch (error) {
        if (!(error instanceof ValidationError)) throw error;
        errors.push(...rowErrors(error, rows, changes));
        return undefined;
      }
    };
    const idsOf = (rows: ReadonlyArray<{ id: number }>): number[] => rows.map(({ id }) => id);
    const bodiesOf = (rows: typeof stored): Array<Record<string, unknown>> => rows.map(({ body }) => body);
    await attempt(destroyed, async () => {
      await steps.destroy(idsOf(destroyed));
      return idsOf(destroyed);
    });
    const changed = await attempt(updated, () => steps.update(idsOf(updated), bodiesOf(updated)));
    const inserted = await attempt(stored, () => steps.store(bodiesOf(stored)));
    const report = reportOf(changes, errors, changed, options.dryRun ? undefined : inserted);
    if (errors.length)
      throw new FileError(
        errors.sort((a, b) => a.row - b.row),
        { ...(options.rows && report), ...ignoredIn(changes.names().ignored) },
      );
    return { counts: { inserted: inserted!.length, updated: changed!.length, deleted: destroyed.length }, report };
  }
}

/** What rows do that are not wrong; `changed` and `inserted`: ids, undefined where something was wrong with them. */
function reportOf(
  { stored, updated, destroyed, same }: FileChanges,
  errors: readonly RowError[],
  changed: readonly number[] | undefined,
  inserted: readonly number[] | undefined,
): RowReport {
  const wrong = new Set(errors.map(({ row }) => row));
  const differing = changed && new Set(changed);
  const isRight = ({ row }: RowOutcome): boolean => !wrong.has(row);
  const rows = [
    ...stored.map(({ row, name, cells }, i): RowOutcome => ({
      ...{ row, action: 'created', id: inserted?.[i] ?? null, name },
      ...(cells && { cells }),
    })),
    ...updated
      .filter(({ id }) => differing?.has(id) ?? true)
      .map(({ row, id, name, cells }): RowOutcome => ({ row, action: 'updated', id, name, ...(cells && { cells }) })),
    ...destroyed.map(({ row, id, name }): RowOutcome => ({ row, action: 'deleted', id, name })),
  ];
  return { same: same + (changed ? updated.length - changed.length : 0), rows: inOrder(rows.filter(isRight)) };
}

/** The errors of a mass write (`items.N.field`, `ids.N`) by the rows of the file. */
function rowErrors({ errors }: ValidationError, rows: readonly RequestedChange[], changes: FileChanges): RowError[] {
  return [...errors].flatMap(([key, phrases]) => {
    const [, at, name] = /^(?:items|ids)\.(\d+)(?:\.([^.]+))?/.exec(key) ?? [];
    const { row, id, body, name: called, given } = rows[Number(at)]!;
    const column = name === undefined ? 'id' : changes.names().headingOf(name);
    // A text as it was typed; of other cells, such as days of a workbook, what they mean.
    const typed = name === undefined ? id : given?.[changes.names().at(name)];
    const beside = given && cellOf(typeof typed === 'number' && name !== undefined ? body[name] : typed, called);
    return phrases.map((phrase): RowError => ({ row, column, phrase, ...beside }));
  });
}
