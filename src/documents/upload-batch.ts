/** The files of one write: their rows are filled from them, and their bytes get names with the rows' ids (contract 8). */
import { Message } from '../core/i18n/messages.js';
import type { Problems } from '../core/http/errors.js';
import type { Scalar } from '../database/database.js';
import type { Change } from '../engine/index.js';
import { nameOf, type DocumentStore } from './document-store.js';
import type { Upload } from './uploads.js';

/** Bytes of a document. */
export interface NamedUpload {
  id: number;
  hash: string;
}

export class UploadBatch {
  /** Names given within the transaction: to be taken back if it fails. */
  readonly named: NamedUpload[] = [];
  /** Names that fall out of use when the transaction succeeds. */
  replaced: NamedUpload[] = [];
  private byChange = new Map<Change, Upload>();

  /** `uploads`: by position of the objects; `dry`: nothing is to be stored. */
  constructor(
    private readonly store: DocumentStore,
    private readonly uploads: ReadonlyArray<Upload | undefined>,
    private readonly dry: boolean,
  ) {}

  /** Reports what is wrong with the files, and sets the columns that follow from them. */
  apply(
    changes: readonly Change[],
    setter: (change: Change, name: string, value: Scalar) => void,
    problems: Problems,
  ): void {
    // A transaction that lost against another one is run again, with changes of its own.
    this.byChange = new Map();
    changes.forEach((change, i) => {
      const upload = this.uploads[i];
      if (!upload) return;
      for (const [field, phrase] of upload.defects) problems.put(change.prefix + field, phrase);
      if (!upload.received) return;
      this.byChange.set(change, upload);
      const renamed = change.before && [...change.columns].some(({ name }) => name === 'filename');
      if (!renamed) setter(change, 'filename', upload.filename);
      setter(change, 'mimetype', upload.mimetype);
      setter(change, 'size', upload.received.size);
      setter(change, 'hash', upload.received.hash);
    });
  }

  /** Objects without a file cannot be made. */
  requireFiles(changes: readonly Change[], problems: Problems): void {
    changes.forEach(({ before, prefix }, i) => {
      if (!before && !this.uploads[i]) problems.put(`${prefix}file`, new Message('required'));
    });
  }

  /** Names the bytes, now that the rows have ids: the last thing before the transaction ends. */
  async nameAll(changes: readonly Change[]): Promise<void> {
    if (this.dry) return;
    this.replaced = [];
    const naming = changes.flatMap((change) => {
      const received = this.byChange.get(change)?.received;
      return received ? [{ received, id: change.id, before: change.before?.['hash'] as string | undefined }] : [];
    });
    for (const { received, id, before } of naming) {
      // The same bytes under the same name serve the stored row too: they stay, whatever becomes of the transaction.
      if (before === received.hash) continue;
      this.named.push({ id, hash: received.hash });
      if (before !== undefined) this.replaced.push({ id, hash: before });
    }
    await this.store.name(naming.map(({ received, id }) => ({ received, name: nameOf(id, received.hash) })));
  }

  /** Forgets what was taken in and not named. */
  async discard(): Promise<void> {
    for (const upload of this.uploads) if (upload?.received) await this.store.discard(upload.received);
  }
}
