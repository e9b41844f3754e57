/** Zip archives as tests look into them: small, and read whole. */
import { Readable } from 'node:stream';
import { fromBuffer, type Entry } from 'yauzl';

/** The files of a small archive, in their order. */
export function unzipped(archive: Buffer): Promise<Array<{ name: string; content: Buffer }>> {
  return new Promise((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      const files: Array<{ name: string; content: Buffer }> = [];
      zip.on('error', reject);
      zip.on('end', () => resolve(files));
      zip.on('entry', (entry: Entry) => {
        zip.openReadStream(entry, (problem, stream) => {
          if (problem) return reject(problem);
          Readable.from(stream)
            .toArray()
            .then((chunks) => files.push({ name: entry.fileName, content: Buffer.concat(chunks as Buffer[]) }))
            .then(() => zip.readEntry(), reject);
        });
      });
      zip.readEntry();
    });
  });
}
