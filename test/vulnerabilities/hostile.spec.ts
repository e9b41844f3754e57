/** What is made to harm: parts lists, records and versions beyond measure are bounded, and told. @seconds 12 */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { readCve5 } from '../../src/vulnerabilities/formats/cve5.js';
import { knowledgeIn } from '../../src/vulnerabilities/feeds/knowledge.js';
import { readOsv } from '../../src/vulnerabilities/formats/osv.js';
import { identitiesOf } from '../../src/vulnerabilities/identity/identities.js';
import { compareVersionsOf } from '../../src/vulnerabilities/versions/index.js';
import { read, refusal } from '../feed/connectors/support.js';

type Json = Record<string, unknown>;

const MEGABYTE = 1 << 20;
const osv = (affected: Json): Json => ({
  ...{ schema_version: '1.6.0', id: 'GHSA-2222-3333-4444', modified: '2026-01-01T00:00:00Z' },
  affected: [{ package: { ecosystem: 'Maven', name: 'org.acme:lib' }, ...affected }],
});
const seconds = (work: () => unknown): number => {
  const began = performance.now();
  work();
  return (performance.now() - began) / 1000;
};

describe('records beyond measure', () => {
  it('a hundred thousand versions beside a thousand ranges take no longer than reading them', () => {
    const events = Array.from({ length: 1000 }, (_, i) => [{ introduced: `${i}.0.0` }, { fixed: `${i}.0.9` }]).flat();
    const versions = Array.from({ length: 100_000 }, (_, i) => `x${i}.1.1`);
    let found: ReturnType<typeof readOsv>;
    const took = seconds(() => (found = readOsv(osv({ ranges: [{ type: 'ECOSYSTEM', events }], versions }))));
    expect(found?.packages).toHaveLength(101_000);
    expect(took).toBeLessThan(10);
  });
  it('one whose ranges nobody can have meant is no record, and is counted among what is none', () => {
    const events = Array.from({ length: 10_001 }, () => ({ fixed: '1' }));
    expect(readOsv(osv({ ranges: [{ type: 'ECOSYSTEM', events }] }))).toBeUndefined();
    expect(readOsv(osv({ ranges: [{ type: 'ECOSYSTEM', events: events.slice(0, 10_000) }] }))).toBeDefined();
  });
  it('one of more versions than anybody can have meant is none either, and one of many is read in turns', async () => {
    const versions = Array.from({ length: 150_001 }, (_, i) => String(i));
    expect(readOsv(osv({ versions }))).toBeUndefined();
    const text = Buffer.from(JSON.stringify([osv({ versions: versions.slice(1) })]));
    async function* bytes(): AsyncGenerator<Buffer> {
      yield text;
    }
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const found: unknown[] = [];
    for await (const known of knowledgeIn(bytes(), () => undefined)) found.push(known);
    delay.disable();
    expect((found as Array<{ value: { packages: unknown[] } }>)[0]!.value.packages).toHaveLength(150_000);
    // Its JSON is parsed at once, and collecting what is left behind takes its time.
    expect(delay.max / 1e6).toBeLessThan(400);
  });
  it('versions of a megabyte are kept by no source, and match nothing', () => {
    const long = '1.'.repeat(MEGABYTE / 2);
    const record = readOsv(osv({ ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: long }] }], versions: [long] }));
    expect(record?.packages).toEqual([]);
    const cve = readCve5({
      cveMetadata: { cveId: 'CVE-2099-0001', state: 'PUBLISHED' },
      containers: { cna: { affected: [{ vendor: 'acme', product: 'shop', packageURL: 'pkg:npm/shop', versions: [{ version: long, status: 'affected' }] }] } }, // prettier-ignore
    });
    expect([cve?.affects, cve?.packages]).toEqual([[], []]);
    const products = [{ purl: `pkg:npm/shop@${long}`, cpe: null }];
    expect(identitiesOf({ vendor: null, product: null, version: null, products }).unnamed).toEqual(['unreadable']);
    expect(compareVersionsOf('npm', long, '1.0.0')).toBeUndefined();
  });
});

const ECOSYSTEMS = ['npm', 'PyPI', 'Maven', 'Debian:12', 'Red Hat:9', 'Alpine:v3.20', 'NuGet', 'RubyGems', 'Packagist', 'Go', undefined]; // prettier-ignore
const NASTY = ['1', '0-', '1.a', 'a1', '~', '!', '+', '.-', '1e9', 'rc', '\u0661', '[1,', '(a+)+', '0.', '1:'].map((one) => one.repeat(Math.floor(255 / one.length))); // prettier-ignore

it.each(ECOSYSTEMS)('versions of %s that are made to be slow are compared at once', (ecosystem) => {
  const took = seconds(() => {
    for (const a of NASTY) for (const b of NASTY) compareVersionsOf(ecosystem, a, `${b}x`);
  });
  expect(took).toBeLessThan(1);
});

describe('parts lists beyond measure', () => {
  const bom = (more: Json): string =>
    JSON.stringify({
      ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
      metadata: { component: { type: 'application', 'bom-ref': 'app', name: 'Portal', version: '1' } },
      ...more,
    });
  const part = (name: string, more: Json = {}): Json => ({ type: 'library', 'bom-ref': name, name, version: '1', ...more }); // prettier-ignore

  it('parts that depend on each other in a circle are read once each', async () => {
    const names = ['a', 'b', 'c'];
    const dependencies = [
      { ref: 'app', dependsOn: ['a'] },
      ...names.map((ref, i) => ({ ref, dependsOn: [names[(i + 1) % 3], ref, 'app'] })),
    ];
    const { items } = await read('cyclonedx', bom({ components: names.map((name) => part(name)), dependencies }), { piece: MEGABYTE }); // prettier-ignore
    expect(items.filter(({ type }) => type === 'application-modules')).toHaveLength(3);
  });
  it('parts within parts have an end', async () => {
    let nested = part('deepest');
    for (let i = 0; i < 200; i++) nested = part(`p${i}`, { components: [nested] });
    const [status] = await refusal(read('cyclonedx', bom({ components: [nested] }), { piece: MEGABYTE }));
    expect([400, 413, 422]).toContain(status);
  });
  it('a million parts are refused with a sentence, or read one by one', async () => {
    const components = Array.from({ length: 1_000_000 }, (_, i) => `{"type":"library","name":"a${i}"}`);
    const text = bom({ components: [] }).replace('"components":[]', `"components":[${components.join(',')}]`);
    const began = performance.now();
    const answer = await refusal(read('cyclonedx', text, { piece: MEGABYTE })).catch((error: unknown) => error);
    expect((performance.now() - began) / 1000).toBeLessThan(60);
    expect(answer).toEqual([413, expect.any(String)]);
  });
});
