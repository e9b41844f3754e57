/** A workbook as the parts that it is packed of, and the way back. Sizes are counted while it unfolds. */
import { posix } from 'node:path';
import { fromBufferPromise, type ZipFile } from 'yauzl';
import { byLibrary } from '../../core/http/errors.js';
import { attribute, XmlScanner } from '../../files/xlsx/xml-scanner.js';
import { zipped } from '../../files/zip.js';
import { WORKBOOK_LIMITS } from './limits.js';
import { Refused } from './refusal.js';

/** The parts of a workbook by their names, in the order of the file. */
export type Parts = Map<string, Buffer>;

/** What archives begin with. */
const ARCHIVE = Buffer.from('PK');

/** Throws `Refused` for what is no archive, is damaged, or unfolds to more than it may. */
export async function unpacked(file: Buffer): Promise<Parts> {
  // A workbook of before 2007, one with a password, or none at all.
  if (!file.subarray(0, 2).equals(ARCHIVE)) throw new Refused('workbookOther');
  try {
    const zip = await fromBufferPromise(file, { lazyEntries: true });
    if (zip.entryCount > WORKBOOK_LIMITS.parts)
      throw new Refused('workbookMany', { max: WORKBOOK_LIMITS.parts, name: 'part' });
    return await partsOf(zip);
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused('workbookBroken', { reason: byLibrary(error as Error).in('en') });
  }
}

async function partsOf(zip: ZipFile): Promise<Parts> {
  const parts: Parts = new Map();
  let size = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    if (entry.isEncrypted()) throw new Refused('workbookBroken', { reason: 'encrypted' });
    const chunks: Buffer[] = [];
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      if ((size += chunk.length) > WORKBOOK_LIMITS.file)
        throw new Refused('workbookUnfolds', { max: WORKBOOK_LIMITS.file >> 20 });
      chunks.push(chunk);
    }
    // The second of a name could be another one for whoever reads it.
    if (parts.has(entry.fileName)) throw new Refused('workbookBroken', { reason: `${entry.fileName} ×2` });
    parts.set(entry.fileName, Buffer.concat(chunks));
  }
  return parts;
}

/** The file of these parts. */
export async function packed(parts: Parts): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of zipped([...parts].map(([name, content]) => ({ name, content: [content] }))))
    chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The text of a part. Throws `Refused` for what is no UTF-8. */
export function textOf(parts: Parts, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(parts.get(name));
  } catch {
    throw new Refused('workbookBroken', { reason: `${name}: UTF-8` });
  }
}

/** What a part refers to. */
export interface Relationship {
  id: string;
  /** The last word of its type: `worksheet`, `drawing`. */
  type: string;
  target: string;
  /** It leads out of the file; then `target` is an address. */
  isOutside: boolean;
}

/** What a part refers to; of the file itself for the empty name. */
export function relationshipsOf(parts: Parts, name: string): Relationship[] {
  const { dir, base } = posix.parse(name);
  const file = posix.join(dir, '_rels', `${base}.rels`);
  if (!parts.has(file)) return [];
  const found: Relationship[] = [];
  const scanner = new XmlScanner({
    open: (element, attributes) => {
      if (element !== 'Relationship') return;
      const [id = '', type = '', target = ''] = ['Id', 'Type', 'Target'].map((key) => attribute(attributes, key));
      const isOutside = attribute(attributes, 'TargetMode')?.toLowerCase() === 'external';
      const path = target.startsWith('/') ? target.slice(1) : posix.join(dir, target);
      found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: isOutside ? target : path, isOutside });
    },
    close: () => undefined,
    text: () => undefined,
  });
  scanner.take(textOf(parts, file));
  return found;
}
