/** Names of files: what comes in is reduced to the last part of a path, what goes out fits into a header (contract 8). */

/** The last part of a path of any system, as it is. */
export const withoutFolders = (name: string): string => /[^/\\]*$/.exec(name)?.[0] ?? '';

/** The last part of a path of any system, without control characters; empty if nothing is left. */
export function lastPart(name: string): string {
  const part = withoutFolders(name)
    .replace(/[\x00-\x1f\x7f]/g, '')
    .toWellFormed()
    .trim();
  return part === '.' || part === '..' ? '' : part;
}

/** The header for a download under this name, in ASCII and in UTF-8 (RFC 6266). */
export function attachment(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
