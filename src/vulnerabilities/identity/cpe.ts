/** Names of products as the CPE dictionary writes them: the formatted string of 2.3 and the URI of 2.2. */
import { normalise } from '../matching.js';

/** What a CPE names; what stands for anything, or for nothing, is undefined. Vendor and product are normalised. */
export interface Cpe {
  part: string | undefined;
  vendor: string | undefined;
  product: string | undefined;
  version: string | undefined;
  update: string | undefined;
}

const MAX_LENGTH = 2000;

/** The parts of a CPE; undefined for what is none. Never throws. */
export function parseCpe(text: string): Cpe | undefined {
  const trimmed = text.length <= MAX_LENGTH ? text.trim() : '';
  if (/^cpe:2\.3:/i.test(trimmed)) return cpeOf(formattedParts(trimmed.slice('cpe:2.3:'.length)));
  if (/^cpe:\//i.test(trimmed)) return cpeOf(trimmed.slice('cpe:/'.length).split(':').map(decoded));
  return undefined;
}

function cpeOf(parts: ReadonlyArray<string | undefined>): Cpe | undefined {
  const [part, vendor, product, version, update] = parts;
  if (part !== undefined && !/^[aoh]$/i.test(part)) return undefined;
  return {
    part: part?.toLowerCase(),
    vendor: nameOf(vendor),
    product: nameOf(product),
    version: version || undefined,
    update: update || undefined,
  };
}

const nameOf = (part: string | undefined): string | undefined => (part && normalise(part)) || undefined;

/** The parts of a formatted string; a colon that belongs to a name is written `\:`. */
function formattedParts(text: string): Array<string | undefined> {
  const parts = text.match(/(?:\\.|[^:\\])+/gs) ?? [];
  return parts.map((part) => (isWildcard(part) ? undefined : part.replace(/\\(.)/gs, '$1')));
}

/** `*` is any, `-` is none, and a sign for some characters that is not escaped names many. */
const isWildcard = (part: string): boolean => part === '-' || /[*?]/.test(part.replace(/\\./gs, ''));

/** A part of a URI; `%01` and `%02` stand for some characters. */
function decoded(part: string): string | undefined {
  if (part === '' || part === '*' || part === '-' || /%0[12]/.test(part)) return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
