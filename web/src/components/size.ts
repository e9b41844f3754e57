/** Sizes of files as people read them. */
import { locale } from '../i18n/index.js';

/** Bytes in kilobytes or megabytes; a few as they are. */
export function sizeInWords(bytes: number): string {
  const [value, unit] =
    bytes < 1e3 ? [bytes, 'byte'] : bytes < 1e6 ? [bytes / 1e3, 'kilobyte'] : [bytes / 1e6, 'megabyte'];
  return value.toLocaleString(locale(), { style: 'unit', unit, maximumFractionDigits: 1 });
}
