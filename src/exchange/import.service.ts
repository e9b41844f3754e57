/** Imports files: what they ask for is done in one transaction, or nothing is, and every wrong cell is reported (reports 9). */
import type { FileHandle } from 'node:fs/promises';
import { setImmediate as others } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { AuditEvents } from '../audit/audit-events.js';
import { can, type HttpResponse, type RequestContext } from '../core/http/caller.js';
import { csvFile, RFC_4180 } from '../files/csv.js';
import { FileError, forbidden, ValidationError, type RowError } from '../core/http/errors.js';
import type { Language, Message } from '../core/i18n/messages.js';
import { CONFIG, type Config } from '../config.js';
import { Plans, type ResourceModel, type ResourceService, type Steps } from '../engine/index.js';
import { FileChanges } from './file-changes.js';
import { openSheet } from '../files/open-sheet.js';
import type { Sheet, SheetRow } from '../files/sheet.js';
import { Objects } from './objects.js';

/** What an import did. */
export interface Imported {
  inserted: number;
  updated: number;
  deleted: number;
}

/** What the import of a file did, the headings that mean nothing, and what was assumed of the file. */
export interface ImportedFile extends Imported {
  ignored: string[];
  notes: Message[];
}

/** How an import is done. */
interface ImportOptions {
  /** Everything is checked, nothing is stored. */
  dryRun: boolean;
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
    const changes = await this.changesOf(service.plan.resource, sheet, context, options.language);
    return this.store(service, changes, sheet, context, options);
  }

  private async changesOf(
    resource: ResourceModel,
    sheet: Sheet,
    { caller }: RequestContext,
    language: Language,
  ): Promise<FileChanges> {
    const objects = new Objects(this.plans, resource, this.plans.access.of(caller));
    const reading = { calendar: sheet.calendar, language, maxCharacters: this.config.maxBodySize };
    const changes = new FileChanges(resource, objects, caller, reading);
    let waiting: SheetRow[] = [];
    for await (const rows of sheet.rows) {
      for (const row of rows) {
        if (waiting.push(row) < BATCH) continue;
        await changes.take(waiting);
        waiting = [];
      }
      await others();
    }
    await changes.take(waiting);
    return changes;
  }

  private async store(
    service: ResourceService,
    changes: FileChanges,
    { format, notes }: Sheet,
    context: RequestContext,
    { dryRun, respond }: ImportOptions,
  ): Promise<HttpResponse> {
    const { stored, updated, destroyed, errors } = changes;
    const { ignored } = changes.names();
    if (!stored.length && !updated.length && !destroyed.length && !errors.length) {
      return respond({ inserted: 0, updated: 0, deleted: 0, ignored, notes });
    }
    const work = async (steps: Steps): Promise<HttpResponse> => {
      const imported = await this.work(steps, changes);
      const response = respond({ ...imported, ignored, notes });
      if (dryRun) throw new DryRun(response);
      const subject = { path: service.plan.resource.path };
      const something = Object.values(imported).some((count) => count > 0);
      if (something)
        await this.events.record({ action: 'imported', subject, details: { format, ...imported }, context }, steps.tx);
      return response;
    };
    try {
      return await service.together(context, work);
    } catch (error) {
      if (error instanceof DryRun) return error.response;
      throw error;
    }
  }

  /** Deletions come first: they free names. What is wrong is collected from all three, since nothing is stored then. */
  private async work(steps: Steps, changes: FileChanges): Promise<Imported> {
    const { stored, updated, destroyed } = changes;
    const errors: RowError[] = [...changes.errors];
    const attempt = async <T>(
      rows: ReadonlyArray<{ row: number }>,
      write: () => Promise<T>,
    ): Promise<T | undefined> => {
      try {
        return rows.length ? await write() : undefined;
      } catch (error) {
        if (!(error instanceof ValidationError)) throw error;
        errors.push(...rowErrors(error, rows, changes));
        return undefined;
      }
    };
    const idsOf = (rows: ReadonlyArray<{ id: number }>): number[] => rows.map(({ id }) => id);
    const bodiesOf = (rows: typeof stored): Array<Record<string, unknown>> => rows.map(({ body }) => body);
    await attempt(destroyed, () => steps.destroy(idsOf(destroyed)));
    const changed = await attempt(updated, () => steps.update(idsOf(updated), bodiesOf(updated)));
    const inserted = await attempt(stored, () => steps.store(bodiesOf(stored)));
    if (errors.length) throw new FileError(errors.sort((a, b) => a.row - b.row));
    return { inserted: inserted ?? 0, updated: changed ?? 0, deleted: destroyed.length };
  }
}

/** The errors of a mass write (`items.N.field`, `ids.N`) by the rows of the file. */
function rowErrors(
  { errors }: ValidationError,
  rows: ReadonlyArray<{ row: number }>,
  changes: FileChanges,
): RowError[] {
  return [...errors].flatMap(([key, phrases]) => {
    const [, at, name] = /^(?:items|ids)\.(\d+)(?:\.([^.]+))?/.exec(key) ?? [];
    const { row } = rows[Number(at)]!;
    const column = name === undefined ? 'id' : changes.names().headingOf(name);
    return phrases.map((phrase): RowError => ({ row, column, phrase }));
  });
}
