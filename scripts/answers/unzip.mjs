// The parts of an archive by name.
import yauzl from 'yauzl';

export function unzip(bytes) {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, archive) => {
      if (error) return reject(error);
      const parts = new Map();
      archive.on('error', reject);
      archive.on('end', () => resolve(parts));
      archive.on('entry', (entry) => {
        archive.openReadStream(entry, (failure, stream) => {
          if (failure) return reject(failure);
          const pieces = [];
          stream.on('data', (piece) => pieces.push(piece));
          stream.on('error', reject);
          stream.on('end', () => {
            parts.set(entry.fileName, Buffer.concat(pieces));
            archive.readEntry();
          });
        });
      });
      archive.readEntry();
    });
  });
}
