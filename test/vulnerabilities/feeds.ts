/** Feeds of invented vulnerabilities, in both formats, and archives of them, hostile ones too. */
import { crc32, deflateRawSync } from 'node:zlib';

type Json = Record<string, unknown>;

/** A record of the National Vulnerability Database with every key that real ones have. */
export function nvd(id: string, matches: Json[], more: Json = {}): Json {
  return {
    cve: {
      id,
      sourceIdentifier: 'security@example.org',
      published: '2099-01-02T03:04:05.678',
      lastModified: '2099-02-03T04:05:06.789',
      vulnStatus: 'Analyzed',
      cveTags: [],
      descriptions: [
        { lang: 'es', value: `Descripción de ${id}` },
        { lang: 'en', value: `Description of ${id}` },
      ],
      metrics: {
        cvssMetricV31: [
          {
            source: 'nvd@example.org',
            type: 'Primary',
            cvssData: {
              version: '3.1',
              vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
              baseScore: 9.1,
              baseSeverity: 'CRITICAL',
            },
            exploitabilityScore: 3.9,
            impactScore: 5.2,
          },
        ],
      },
      weaknesses: [{ source: 'nvd@example.org', type: 'Primary', description: [{ lang: 'en', value: 'CWE-79' }] }],
      configurations: [{ operator: 'AND', nodes: [{ operator: 'OR', negate: false, cpeMatch: matches }] }],
      references: [{ url: `https://example.org/${id}`, source: 'security@example.org', tags: ['Patch'] }],
      ...more,
    },
  };
}

/** One match of a configuration: a product with a version or with range keys. */
export const cpe = (product: string, version = '*', keys: Json = {}): Json => ({
  vulnerable: true,
  criteria: `cpe:2.3:a:${product}:${version}:*:*:*:*:*:*:*`,
  matchCriteriaId: '00000000-0000-4000-8000-000000000000',
  ...keys,
});

/** A whole feed, or an answer of the interface. */
export const nvdFeed = (vulnerabilities: unknown[]): Json => ({
  resultsPerPage: vulnerabilities.length,
  startIndex: 0,
  totalResults: vulnerabilities.length,
  format: 'NVD_CVE',
  version: '2.0',
  timestamp: '2099-03-04T05:06:07.089',
  vulnerabilities,
});

/** A CVE record, JSON 5, with every key that real ones have. */
export function cve5(id: string, affected: Json[], more: { metadata?: Json; cna?: Json; adp?: Json[] } = {}): Json {
  return {
    dataType: 'CVE_RECORD',
    dataVersion: '5.1',
    cveMetadata: {
      cveId: id,
      assignerOrgId: '00000000-0000-4000-8000-000000000000',
      state: 'PUBLISHED',
      assignerShortName: 'example',
      dateReserved: '2099-01-01T00:00:00.000Z',
      datePublished: '2099-01-05T10:00:00.000Z',
      dateUpdated: '2099-01-06T10:00:00.000Z',
      ...more.metadata,
    },
    containers: {
      cna: {
        title: `Title of ${id}`,
        providerMetadata: { orgId: '00000000-0000-4000-8000-000000000000' },
        descriptions: [{ lang: 'en-GB', value: `Record of ${id}` }],
        affected,
        references: [{ url: `https://example.com/${id}`, name: 'advisory', tags: ['vendor-advisory'] }],
        metrics: [
          { format: 'CVSS', cvssV3_1: { version: '3.1', baseScore: 5.4, baseSeverity: 'MEDIUM', vectorString: 'V' } },
        ],
        ...more.cna,
      },
      ...(more.adp && { adp: more.adp }),
    },
  };
}

/** The affected entry of a product. */
export const product = (vendor: string, name: string, versions: Json[], defaultStatus?: string): Json => ({
  vendor,
  product: name,
  ...(defaultStatus && { defaultStatus }),
  versions,
});

/** What a zip archive holds: bytes under a name; `size` lies about how many there are. */
export interface ZipEntry {
  name: string;
  bytes: Buffer | string;
  size?: number;
}

/** A zip archive, written byte by byte so that it may be a malicious one. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, size } of entries) {
    const content = Buffer.from(bytes);
    const packed = deflateRawSync(content);
    const sizes = [crc32Of(content), packed.length, size ?? content.length];
    const local = header('PK\x03\x04', [20, 0, 8, 0, 0], sizes, [name.length, 0]);
    files.push(local, Buffer.from(name), packed);
    const central = header('PK\x01\x02', [20, 20, 0, 8, 0, 0], sizes, [name.length, 0, 0, 0, 0, 0, 0]);
    const place = Buffer.alloc(4);
    place.writeUInt32LE(offset);
    directory.push(central, place, Buffer.from(name));
    offset += local.length + name.length + packed.length;
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const end = header('PK\x05\x06', [0, 0, entries.length, entries.length], [length, offset], [0]);
  return Buffer.concat([...files, ...directory, end]);
}

function header(mark: string, before: number[], sizes: number[], after: number[]): Buffer {
  const short = (value: number): Buffer => Buffer.from(Uint16Array.of(value).buffer);
  const long = (value: number): Buffer => Buffer.from(Uint32Array.of(value).buffer);
  return Buffer.concat([Buffer.from(mark, 'latin1'), ...before.map(short), ...sizes.map(long), ...after.map(short)]);
}

const crc32Of = (bytes: Buffer): number => crc32(bytes);
