/** Lists of the parts of a program, in the shape in which tools write them; what they name is invented. @seconds 20 */
import { LeftOut } from '../../../src/feed/connectors/index.js';
import { productsOf } from '../../../src/feed/connectors/parts.js';
import { packageOf, parsePurl } from '../../../src/vulnerabilities/identity/purl.js';
import type { Item } from '../../../src/feed/document/model.js';
import { read, refusal } from './support.js';

type Json = Record<string, unknown>;

interface Program {
  application: Item;
  /** By their names, with what is said of their product. */
  modules: string[];
  leftOut: string[];
}

/** What a connector makes of a list. */
async function program(connector: string, content: Json | string, application?: string): Promise<Program> {
  const leftOut = new LeftOut();
  const opt = new Map(application === undefined ? [] : [['application', application]]);
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const { items, envelope } = await read(connector, text, { opt, leftOut });
  const [first, service, ...modules] = items;
  expect([envelope.scope, envelope.mode, first!.ref]).toEqual([service!.ref, 'full', service!.ref]);
  expect(service!.set['modules']).toEqual(modules.map(({ ref }) => ({ ref })));
  return {
    application: first!,
    modules: modules.map(({ set }) => [set['name'], set['vendor'], set['product'], set['version']].map((one) => one ?? '-').join(' | ')), // prettier-ignore
    leftOut: leftOut.phrases.map((phrase) => phrase.in('en')),
  };
}

const LOG4J = {
  group: 'org.apache.logging.log4j',
  name: 'log4j-core',
  version: '2.14.1',
  purl: 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1?type=jar',
};
const CPE = 'cpe:2.3:a:apache:log4j:2.14.1:*:*:*:*:*:*:*';

describe('CycloneDX', () => {
  const bom = (more: Json, version = '1.6'): Json => ({
    ...{
      $schema: `http://cyclonedx.org/schema/bom-${version}.schema.json`,
      bomFormat: 'CycloneDX',
      specVersion: version,
    },
    ...{ serialNumber: 'urn:uuid:00000000-0000-4000-8000-000000000000', version: 1 },
    ...more,
  });
  const subject = { metadata: { component: { type: 'application', name: 'shop', version: '1.0', 'bom-ref': 'a' } } };

  it.each(['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'])('%s is read as JSON and as XML', async (version) => {
    const expected = {
      modules: ['org.apache.logging.log4j/log4j-core 2.14.1 | apache | log4j | 2.14.1', 'inner 3 | - | inner | 3'],
      leftOut: ['Left out: services (2).', 'Left out: what is of the kind file (1).'],
    };
    const inner = { type: 'library', name: 'inner', version: '3', 'bom-ref': 'i' };
    const json = bom(
      {
        ...subject,
        components: [
          { type: 'library', ...LOG4J, cpe: CPE, components: [inner] },
          { type: 'file', name: '/etc/passwd' },
          { type: 'library', ...LOG4J },
        ],
        services: [{ name: 'mail', services: [{ name: 'queue' }] }],
        dependencies: [
          { ref: 'a', dependsOn: ['i'] },
          { ref: 'i', dependsOn: ['a'] },
        ],
      },
      version,
    );
    const first = await program('cyclonedx', json);
    expect(first).toMatchObject(expected);
    const xml = await program('cyclonedx', xmlOf(version));
    expect(xml).toEqual(first);
    expect(first.application.set).toMatchObject({ name: 'shop', product: 'shop', version: '1.0' });
  });

  const xmlOf = (version: string, more = ''): string => `<?xml version="1.0" encoding="UTF-8"?>
    <bom xmlns="http://cyclonedx.org/schema/bom/${version}" serialNumber="urn:uuid:1" version="1">
      <metadata><timestamp>2099-01-01T00:00:00Z</timestamp>
        <tools><components><component type="application"><name>tool</name></component></components></tools>
        <component type="application" bom-ref="a"><name>shop</name><version>1.0</version></component></metadata>
      <components>
        <component type="library"><group>${LOG4J.group}</group><name>log4j-core</name><version>2.14.1</version>
          <hashes><hash alg="SHA-1">00</hash></hashes><licenses><license><name>x</name></license></licenses>
          <cpe>${CPE}</cpe><purl>${LOG4J.purl.replace('?', '?')}</purl>
          <components><component type="library"><name>inner</name><version><![CDATA[3]]></version></component></components></component>
        <component type="file"><name>/etc/passwd</name></component>
        <component type="library"><group>${LOG4J.group}</group><name>log4j-core</name><version>2.14.1</version><purl>${LOG4J.purl}</purl></component>
        ${more}
      </components>
      <services><service><name>mail</name><services><service><name>queue</name></service></services></service></services>
    </bom>`;

  it.each([
    ['1.8', 'CycloneDX 1.8 is not read here; up to 1.7'],
    ['2.0', 'CycloneDX 2.0 is not read here; up to 1.7'],
    ['1.1', 'CycloneDX 1.1 is not read here; from 1.2 on'],
    ['9'.repeat(99), 'CycloneDX 99999999999999999999 is not read here; up to 1.7'],
  ])('%s is refused by its name', async (version, reason) => {
    expect(await refusal(program('cyclonedx', bom(subject, version)))).toEqual([400, expect.stringContaining(reason)]);
  });
  it('1.8 as XML too', async () => {
    const [status, told] = await refusal(program('cyclonedx', xmlOf('1.8')));
    expect([status, told]).toEqual([400, expect.stringContaining('CycloneDX 1.8 is not read here; up to 1.7')]);
  });

  it('without a program is of the application that the caller names', async () => {
    const nameless = bom({ components: [{ type: 'library', ...LOG4J }] });
    const [status, told] = await refusal(program('cyclonedx', nameless));
    expect([status, told]).toEqual([422, expect.stringContaining('opt[application]')]);
    expect((await refusal(program('cyclonedx', nameless, '  ')))[0]).toBe(422);
    const { application } = await program('cyclonedx', nameless, 'Shop');
    expect(application).toMatchObject({ ref: 'Shop', set: { name: 'Shop' } });
    expect(application.set).not.toHaveProperty('product');
  });
  it('of another program than the file says is of the one that the caller names', async () => {
    const { application } = await program('cyclonedx', bom(subject), 'Shop');
    expect(application).toMatchObject({ ref: 'Shop', set: { name: 'Shop', product: 'shop', version: '1.0' } });
  });

  it('a statement without a vendor says that there is none, so that statements are not mixed', async () => {
    const { items } = await read(
      'cyclonedx',
      JSON.stringify(bom({ ...subject, components: [{ type: 'library', ...LOG4J }] })),
    );
    expect(items[2]!.set).toEqual({
      name: 'org.apache.logging.log4j/log4j-core 2.14.1',
      vendor: null,
      product: 'log4j-core',
      version: '2.14.1',
      products: [{ purl: LOG4J.purl }],
    });
  });

  it('as syft writes it of an image', async () => {
    const file = bom({
      metadata: {
        tools: { components: [{ type: 'application', author: 'anchore', name: 'syft', version: '1.0.0' }] },
        component: { 'bom-ref': 'c', type: 'container', name: 'registry.example/shop', version: 'sha256:00' },
      },
      components: [
        {
          ...{
            'bom-ref': 'p',
            type: 'library',
            publisher: 'Debian OpenSSL Team',
            name: 'libssl3',
            version: '3.0.11-1~deb12u2',
          },
          cpe: 'cpe:2.3:a:libssl3:libssl3:3.0.11-1\\~deb12u2:*:*:*:*:*:*:*',
          purl: 'pkg:deb/debian/libssl3@3.0.11-1~deb12u2?arch=amd64&upstream=openssl&distro=debian-12',
          properties: [
            { name: 'syft:package:type', value: 'deb' },
            { name: 'syft:cpe23', value: 'cpe:2.3:a:x:y:1' },
          ],
        },
        { type: 'operating-system', name: 'debian', version: '12', description: 'Debian GNU/Linux 12 (bookworm)' },
        { type: 'file', name: '/usr/lib/libssl.so.3', hashes: [] },
        { type: 'file', name: '/usr/bin/openssl' },
      ],
    });
    expect(await program('cyclonedx', file)).toMatchObject({
      modules: ['libssl3 3.0.11-1~deb12u2 | libssl3 | libssl3 | 3.0.11-1~deb12u2', 'debian 12 | - | debian | 12'],
      leftOut: ['Left out: what is of the kind file (2).'],
    });
  });

  it('as trivy writes it of an image: source packages stand beside the address', async () => {
    const component = {
      ...{ 'bom-ref': 'pkg:apk/alpine/libcrypto3@3.1.0-r4', type: 'library', name: 'libcrypto3', version: '3.1.0-r4' },
      purl: 'pkg:apk/alpine/libcrypto3@3.1.0-r4?arch=x86_64&distro=3.18.4',
      properties: [
        { name: 'aquasecurity:trivy:PkgType', value: 'alpine' },
        { name: 'aquasecurity:trivy:SrcName', value: 'openssl' },
        { name: 'aquasecurity:trivy:SrcVersion', value: '3.1.0-r4' },
      ],
    };
    const file = bom({ metadata: { component: { type: 'container', name: 'alpine:3.18', purl: 'pkg:oci/alpine@sha256%3A00' } }, components: [component] }); // prettier-ignore
    expect((await program('cyclonedx', file)).modules).toEqual(['libcrypto3 3.1.0-r4 | - | libcrypto3 | 3.1.0-r4']);
    const [{ purl }] = productsOf({ purl: component.purl, upstream: 'openssl@3.1.0-r4', cpes: [] }) as [
      { purl: string },
    ];
    expect(packageOf(parsePurl(purl)!)).toEqual({ ecosystem: 'Alpine:v3.18', name: 'openssl', version: '3.1.0-r4' });
  });

  it('as cdxgen writes it of a project: workspaces, services, what it was built with, and what is for tests alone', async () => {
    const file = bom(
      {
        metadata: {
          lifecycles: [{ phase: 'build' }],
          component: { type: 'application', group: 'com.acme', name: 'shop', version: 'latest', purl: 'pkg:maven/com.acme/shop@latest', components: [{ type: 'application', name: 'web', version: '1' }] }, // prettier-ignore
        },
        components: [
          { type: 'framework', group: 'org.springframework', name: 'spring-core', version: '5.3.1', scope: 'required', purl: 'pkg:maven/org.springframework/spring-core@5.3.1', evidence: { identity: { field: 'purl' } } }, // prettier-ignore
          { type: 'library', group: 'junit', name: 'junit', version: '4', scope: 'excluded' },
          { type: 'cryptographic-asset', name: 'AES', cryptoProperties: { assetType: 'algorithm' } },
          { type: 'machine-learning-model', name: 'm' },
          { type: 'data', name: 'd' },
          { type: 'device', name: 'e' },
          { type: 'library' },
        ],
        services: [{ name: 'orders', endpoints: ['https://orders.example'] }],
        formulation: [{ components: [{ type: 'platform', name: 'node', version: '20' }], workflows: [] }],
        annotations: [{ text: 'x' }],
      },
      '1.7',
    );
    const { application, modules, leftOut } = await program('cyclonedx', file);
    expect(application).toMatchObject({
      ref: 'com.acme/shop',
      set: { name: 'shop', vendor: 'com.acme', product: 'shop' },
    });
    expect(modules).toEqual(['org.springframework/spring-core 5.3.1 | - | spring-core | 5.3.1', 'web 1 | - | web | 1']);
    expect(leftOut.sort()).toEqual([
      'Left out: services (1).',
      'Left out: what is of the kind cryptographic-asset (1).',
      'Left out: what is of the kind data (1).',
      'Left out: what is of the kind device (1).',
      'Left out: what is of the kind formulation (1).',
      'Left out: what is of the kind library (excluded) (1).',
      'Left out: what is of the kind library and has no name (1).',
      'Left out: what is of the kind machine-learning-model (1).',
    ]);
  });

  it('as cyclonedx-npm writes it: nested where packages are nested', async () => {
    const npm = (name: string, version: string, more: Json = {}): Json => {
      const [group, own] = name.startsWith('@') ? name.split('/') : [undefined, name];
      return { type: 'library', ...(group && { group }), name: own, version, 'bom-ref': `shop@1.0|${name}@${version}`, purl: `pkg:npm/${name.replace('@', '%40')}@${version}`, ...more }; // prettier-ignore
    };
    const nested = [npm('ms', '2.0.0')];
    const file = bom({ ...subject, components: [npm('@babel/core', '7.0.0'), npm('debug', '4.3.4', { components: nested }), npm('ms', '2.1.3')] }); // prettier-ignore
    expect((await program('cyclonedx', file)).modules).toEqual([
      '@babel/core 7.0.0 | - | core | 7.0.0',
      'debug 4.3.4 | - | debug | 4.3.4',
      'ms 2.0.0 | - | ms | 2.0.0',
      'ms 2.1.3 | - | ms | 2.1.3',
    ]);
  });

  it.each([
    ['no list of parts', '<nmaprun/>'],
    ['a list of another kind', '<bom xmlns="http://example.org/bom/1.6"/>'],
    ['a cut file', xmlOf('1.6').slice(0, -20)],
    ['a document type with entities', xmlOf('1.6').replace('<bom', '<!DOCTYPE bom [<!ENTITY a "b">]><bom')],
    ['a tower', xmlOf('1.6', '<component><components>'.repeat(60))],
  ])('XML of %s is refused', async (_, text) => expect((await refusal(program('cyclonedx', text)))[0]).toBe(400));

  it('with more parts than an application may have is refused by their number, in JSON and in XML', async () => {
    const components = Array.from({ length: 10_001 }, (_, i) => ({ type: 'library', name: `p${i}` }));
    const many = components.map(({ name }) => `<component type="library"><name>${name}</name></component>`).join('');
    for (const file of [JSON.stringify(bom({ ...subject, components })), xmlOf('1.6', many)]) {
      const [status, told] = await refusal(program('cyclonedx', file));
      expect([status, told]).toEqual([413, expect.stringContaining('more than 10000 elements in modules')]);
    }
  });
});

describe('SPDX', () => {
  const second = (packages: Json[], more: Json = {}): Json => ({
    ...{ spdxVersion: 'SPDX-2.3', dataLicense: 'CC0-1.0', SPDXID: 'SPDXRef-DOCUMENT', name: 'shop' },
    ...{ documentNamespace: 'https://example.org/shop', creationInfo: { created: '2099-01-01T00:00:00Z' }, packages },
    relationships: [{ spdxElementId: 'SPDXRef-DOCUMENT', relationshipType: 'DESCRIBES', relatedSpdxElement: 'SPDXRef-root' }], // prettier-ignore
    ...more,
  });
  const root = { SPDXID: 'SPDXRef-root', name: 'shop', versionInfo: '1.0', supplier: 'Organization: Acme (mail@acme.example)', downloadLocation: 'NOASSERTION', primaryPackagePurpose: 'APPLICATION' }; // prettier-ignore
  const log4j = {
    ...{ SPDXID: 'SPDXRef-log4j', name: 'log4j-core', versionInfo: '2.14.1', supplier: 'NOASSERTION' },
    externalRefs: [
      { referenceCategory: 'SECURITY', referenceType: 'cpe23Type', referenceLocator: CPE },
      {
        referenceCategory: 'SECURITY',
        referenceType: 'cpe23Type',
        referenceLocator: CPE.replace('log4j:', 'log4j-core:'),
      },
      { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: LOG4J.purl },
    ],
  };

  it('2.3 as syft and trivy write it', async () => {
    const debian = {
      SPDXID: 'SPDXRef-d',
      name: 'libssl3',
      versionInfo: '3.0.11-1',
      supplier: 'Person: Jane (j@example.org)',
    };
    const others = [{ SPDXID: 'SPDXRef-f', name: '/x', primaryPackagePurpose: 'FILE' }, { SPDXID: 'SPDXRef-n' }];
    const file = second([log4j, root, debian, ...others], {
      files: [{ SPDXID: 'SPDXRef-file', fileName: '/etc/passwd' }],
    });
    const { application, modules, leftOut } = await program('spdx', file);
    expect(application).toMatchObject({
      ref: 'shop',
      set: { name: 'shop', vendor: 'Acme', product: 'shop', version: '1.0' },
    });
    expect(modules).toEqual([
      'log4j-core 2.14.1 | apache | log4j | 2.14.1',
      'libssl3 3.0.11-1 | - | libssl3 | 3.0.11-1',
    ]);
    expect(leftOut).toEqual(['Left out: what is of the kind file (2).', 'Left out: what is of the kind package and has no name (1).']); // prettier-ignore
  });
  it.each<[string, Json]>([
    ['by the document', { documentDescribes: ['SPDXRef-root'], relationships: [] }],
    ['the other way round', { relationships: [{ spdxElementId: 'SPDXRef-root', relationshipType: 'DESCRIBED_BY', relatedSpdxElement: 'SPDXRef-DOCUMENT' }] }], // prettier-ignore
  ])('2.3 with the program named %s', async (_, more) => {
    const { application, modules } = await program('spdx', second([root, log4j], more));
    expect([application.ref, modules.length]).toEqual(['shop', 1]);
  });
  it('of several programs, or of none, is of the application that the caller names', async () => {
    for (const documentDescribes of [['SPDXRef-root', 'SPDXRef-log4j'], []]) {
      const file = second([root, log4j], { documentDescribes, relationships: [] });
      expect(await refusal(program('spdx', file))).toEqual([422, expect.stringContaining('opt[application]')]);
      expect((await program('spdx', file, 'Shop')).modules).toHaveLength(2);
    }
  });
  it('3.0 as JSON', async () => {
    const graph = [
      { type: 'CreationInfo', '@id': '_:c', specVersion: '3.0.1' },
      { type: 'Organization', spdxId: 'urn:acme', name: 'Acme' },
      { type: 'SpdxDocument', spdxId: 'urn:doc', rootElement: ['urn:sbom'], element: ['urn:root'] },
      { type: 'software_Sbom', spdxId: 'urn:sbom', rootElement: ['urn:root'] },
      { type: 'software_Package', spdxId: 'urn:root', name: 'shop', software_packageVersion: '1.0', suppliedBy: 'urn:acme', software_primaryPurpose: 'application' }, // prettier-ignore
      {
        ...{ type: 'software_Package', spdxId: 'urn:log4j', name: 'log4j-core', software_packageVersion: '2.14.1' },
        software_packageUrl: LOG4J.purl,
        externalIdentifier: [{ type: 'ExternalIdentifier', externalIdentifierType: 'cpe23', identifier: CPE }],
      },
      { type: 'software_Package', spdxId: 'urn:x', name: 'x', externalIdentifier: [{ externalIdentifierType: 'packageUrl', identifier: 'pkg:npm/x@1' }] }, // prettier-ignore
      { type: 'software_File', spdxId: 'urn:f', name: '/etc/passwd' },
      { type: 'ai_AIPackage', spdxId: 'urn:m', name: 'm' },
      { type: 'Relationship', spdxId: 'urn:r', from: 'urn:root', to: ['urn:log4j'], relationshipType: 'contains' },
    ];
    const file = { '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld', '@graph': graph };
    const { application, modules, leftOut } = await program('spdx', file);
    expect(application).toMatchObject({ ref: 'shop', set: { vendor: 'Acme', product: 'shop', version: '1.0' } });
    expect(modules).toEqual(['log4j-core 2.14.1 | apache | log4j | 2.14.1', 'x | - | x | -']);
    expect(leftOut).toEqual(['Left out: what is of the kind file (1).', 'Left out: what is of the kind model (1).']);
  });
  it('3.0 of lists that hold each other comes to an end', async () => {
    const lists = ['a', 'b'].map((id, i) => ({ type: 'software_Sbom', spdxId: id, rootElement: ['ab'[1 - i]] }));
    const graph = [{ type: 'SpdxDocument', spdxId: 'd', rootElement: ['a'] }, ...lists];
    const file = { '@context': 'https://spdx.org/rdf/3.0.0/spdx-context.jsonld', '@graph': graph };
    expect((await refusal(program('spdx', file)))[0]).toBe(422);
  });
  it.each<[string, Json, string]>([
    ['2.4', { spdxVersion: 'SPDX-2.4' }, 'SPDX 2.4 is not read here; up to 3.0'],
    ['2.1', { spdxVersion: 'SPDX-2.1' }, 'SPDX 2.1 is not read here; from 2.2 on'],
    [
      '3.1',
      { '@context': 'https://spdx.org/rdf/3.1/spdx-context.jsonld', '@graph': [] },
      'SPDX 3.1 is not read here; up to 3.0',
    ],
    ['none', { spdxVersion: 7 }, 'does not hold'],
    ['no SPDX', { packages: [] }, 'does not hold'],
  ])('%s is refused by its name', async (_, file, reason) => {
    expect(await refusal(program('spdx', file, 'Shop'))).toEqual([400, expect.stringContaining(reason)]);
  });
});

describe('products of a part', () => {
  it.each<[Parameters<typeof productsOf>[0], unknown[]]>([
    [{ purl: 'pkg:npm/x@1', cpes: [CPE] }, [{ purl: 'pkg:npm/x@1', cpe: CPE }]],
    [{ purl: 'pkg:npm/x@1', cpes: [] }, [{ purl: 'pkg:npm/x@1' }]],
    [{ purl: undefined, cpes: ['a', 'b'] }, [{ cpe: 'a' }, { cpe: 'b' }]],
    [{ purl: undefined, cpes: [] }, []],
    [{ purl: 'pkg:deb/debian/x@1', upstream: 'y@1:2', cpes: [] }, [{ purl: 'pkg:deb/debian/x@1?upstream=y%401%3A2' }]],
    [
      { purl: 'pkg:deb/debian/x@1?upstream=z#a', upstream: 'y', cpes: [] },
      [{ purl: 'pkg:deb/debian/x@1?upstream=z#a' }],
    ],
    [
      { purl: 'pkg:rpm/rhel/x@1?arch=i#a', upstream: 'y', cpes: [] },
      [{ purl: 'pkg:rpm/rhel/x@1?arch=i&upstream=y#a' }],
    ],
    [{ purl: 'pkg:npm/x@1', upstream: 'y', cpes: [] }, [{ purl: 'pkg:npm/x@1' }]],
  ])('%j', (component, expected) => expect(productsOf(component)).toEqual(expected));
  it('no more than ten names in the dictionary', () => {
    expect(productsOf({ purl: undefined, cpes: Array.from({ length: 50 }, (_, i) => `cpe${i}`) })).toHaveLength(10);
  });
});
