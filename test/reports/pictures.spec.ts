/** The pictures of the map as a document: their files, what stands in them and for whom, and what comes where one is missing. @seconds 24 */
import { fillDemo } from '../../examples/demo/fill.js';
import { unzipped } from '../support/unzip.js';
import { PicturesService } from '../../src/pictures/index.js';
import { all, parseXml } from '../pictures/xml.js';
import { ENGINES } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';
import { fillWith } from './nasty-map.js';
import { fetched } from './report-client.js';

/** The files of a document, by name. */
type Parts = ReadonlyMap<string, Buffer>;

interface Picture {
  about: string;
  title: string;
  caption: string;
  /** In points. */
  size: [width: number, height: number];
  sideways: boolean;
  png: Buffer;
  svg: string;
  /** What is said of each box to those who do not see it. */
  boxes: string[];
}

const GONE = '2026-01-02 03:04:05';
const IMAGE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/image';
const EMU = 12_700;
/** Room for a picture on a page, in points. */
const ROOM = { upright: [482, 571], sideways: [729, 386] } as const;

const texts = (xml: string): string =>
  [...xml.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map(([, text]) => text).join('');
const attribute = (xml: string, name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(xml)![1]!;
const textOf = (parts: Parts, name: string): string => parts.get(name)!.toString();
const mainOf = (parts: Parts): string => textOf(parts, 'word/document.xml');

/** What a relation of the text leads to: an image that is in the document. */
function related(parts: Parts, id: string): Buffer {
  const relation = new RegExp(`<Relationship Id="${id}"[^>]*>`).exec(textOf(parts, 'word/_rels/document.xml.rels'))![0];
  expect(attribute(relation, 'Type')).toBe(IMAGE);
  return parts.get(`word/${attribute(relation, 'Target')}`)!;
}

/** The pictures of a document in their order. */
function picturesIn(parts: Parts): Picture[] {
  const xml = mainOf(parts);
  return [...xml.matchAll(/<wp:inline .*?<\/wp:inline>/gs)].map((match): Picture => {
    const [inline] = match;
    const behind = xml.slice(match.index + inline.length);
    const svg = related(parts, attribute(/<asvg:svgBlip [^>]*>/.exec(inline)![0], 'r:embed')).toString();
    const [caption] = /<w:p><w:pPr><w:pStyle w:val="Caption"\/>.*?<\/w:p>/s.exec(behind)!;
    return {
      about: attribute(/<wp:docPr [^>]*>/.exec(inline)![0], 'descr'),
      title: attribute(/<wp:docPr [^>]*>/.exec(inline)![0], 'title'),
      caption: texts(caption),
      size: /<wp:extent cx="(\d+)" cy="(\d+)"/
        .exec(inline)!
        .slice(1)
        .map((n) => Number(n) / EMU) as Picture['size'],
      sideways: /<w:sectPr>.*?<\/w:sectPr>/s.exec(behind)![0].includes('w:orient="landscape"'),
      png: related(parts, attribute(/<a:blip [^>]*>/.exec(inline)![0], 'r:embed')),
      svg,
      boxes: [...all(parseXml(svg))].flatMap(({ attributes }) =>
        attributes['role'] === 'img' ? (attributes['aria-label'] ?? []) : [],
      ),
    };
  });
}

/** The names in a picture as the document lists them, with where they lead. */
const namesIn = (parts: Parts): Array<Array<{ text: string; anchor: string }>> =>
  [...mainOf(parts).matchAll(/<w:tbl>.*?<\/w:tbl>/gs)]
    .map(([table]) => table)
    .filter((table) => /^(In the picture|Dans le schéma)/.test(texts(table)))
    .map((table) =>
      [...table.matchAll(/<w:hyperlink w:anchor="([^"]+)".*?<\/w:hyperlink>/gs)].map(([link, anchor]) => ({
        ...{ text: texts(link), anchor: anchor! },
      })),
    );

/** Objects that are said to be in a picture: `Application Clarté, in Care` is `Clarté`, if that is one of these. */
const among = ({ boxes }: Picture, names: readonly string[]): string[] =>
  names.filter((name) => boxes.some((box) => box.includes(name))).sort();

/** How much smaller than its own size a picture is drawn. */
const scaleOf = ({ svg, size }: Picture): number => (size[0] * 96) / 72 / Number(attribute(svg, 'width'));

/** The pictures of the example map on the first engine: those on the others are the same, byte by byte. */
let known: Map<string, string> | undefined;

describe.each(ENGINES)('pictures of the map on %s', (engine) => {
  let server: TestServer;
  const partsOf = async (query: string, token = server.token): Promise<Parts> => {
    const { status, bytes } = await fetched(server, `cartography?format=docx&${query}`, {}, token);
    expect(status).toBe(200);
    return new Map((await unzipped(bytes)).map(({ name, content }) => [name, content]));
  };
  const pictures = async (query: string, token?: string): Promise<Picture[]> => picturesIn(await partsOf(query, token));
  const names = async (sql: string): Promise<string[]> =>
    (await server.database.all(sql)).map((row) => row['name'] as string).sort();
  beforeEach(async () => {
    server = await TestServer.start(engine);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await server.stop();
  });

  it('reports 4.1: each chapter begins with one, as SVG and as PNG, with what it shows in words', async () => {
    await fillDemo(server.server, { passwordOf: () => ADMIN.password, today: new Date('2026-03-14T15:00:00Z') });
    const parts = await partsOf('graph&granularity=3');
    const xml = mainOf(parts);
    parseXml(xml);
    const drawn = picturesIn(parts);
    expect(drawn.map(({ title }) => title)).toEqual([
      ...['Ecosystem', 'Information system', 'Applications', 'Administration'],
      ...['Logical infrastructure', 'Physical infrastructure'],
    ]);
    const types = textOf(parts, '[Content_Types].xml');
    for (const type of ['Extension="png" ContentType="image/png"', 'Extension="svg" ContentType="image/svg+xml"'])
      expect(types).toContain(type);
    for (const picture of drawn) {
      const { about, title, caption, size, sideways, png, svg, boxes } = picture;
      expect(about).toMatch(new RegExp(`^${title}: \\d+ objects.*\\.$`));
      expect(caption).toBe(about);
      expect(boxes.length).toBeGreaterThan(5);
      const room = ROOM[sideways ? 'sideways' : 'upright'];
      expect(size.filter((length, i) => length <= 0 || length > room[i]!)).toEqual([]);
      expect(scaleOf(picture)).toBeGreaterThan(0.5);
      expect(png.subarray(1, 4).toString()).toBe('PNG');
      // 200 pixels to the inch, in the shape of the SVG.
      const pixels = [png.readUInt32BE(16), png.readUInt32BE(20)];
      pixels.forEach((count, i) => expect(Math.abs(count - (size[i]! / 72) * 200)).toBeLessThan(2));
      const root = parseXml(svg.replace(/^<\?xml[^>]*>\n/, ''));
      expect(Number(root.attributes['width']) / Number(root.attributes['height'])).toBeCloseTo(size[0] / size[1], 3);
      // Nothing in it refers to anything: word processors differ in what they follow.
      const elements = [...all(root)];
      expect(elements.filter(({ name }) => ['a', 'use', 'image', 'script', 'style'].includes(name))).toEqual([]);
      expect(elements.filter(({ attributes }) => Object.keys(attributes).some((key) => /href/.test(key)))).toEqual([]);
    }
    const ids = [...xml.matchAll(/<wp:docPr id="(\d+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(drawn.map((_, i) => String(i + 1)));
    const media = [...parts.keys()].filter((name) => name.startsWith('word/media/'));
    expect(media).toHaveLength(2 * drawn.length);
    // The names in them lead to the objects.
    const bookmarks = new Set(
      [...xml.matchAll(/<w:bookmarkStart w:id="\d+" w:name="([^"]+)"/g)].map(([, name]) => name),
    );
    const lists = namesIn(parts);
    expect(lists).toHaveLength(drawn.length);
    expect(lists.flat().filter(({ anchor }) => !bookmarks.has(anchor))).toEqual([]);
    const applications = await names('SELECT name FROM applications');
    expect(lists[2]!.map(({ text }) => text)).toEqual(expect.arrayContaining(applications));
    expect(among(drawn[2]!, applications)).toEqual(applications);
    expect(among(drawn[4]!, ['SERVERS', 'SRV-PACS-01'])).toEqual(['SERVERS', 'SRV-PACS-01']);
    expect(drawn[4]!.svg).toContain('GW-INTERNET');
    // Only the first section has a title page, and each has its footer.
    const sections = [...xml.matchAll(/<w:sectPr>.*?<\/w:sectPr>/gs)].map(([section]) => section);
    expect(sections.map((section) => section.includes('<w:titlePg/>'))).toEqual(sections.map((_, i) => i === 0));
    expect(sections.filter((section) => !section.includes('<w:footerReference '))).toEqual([]);
    expect(sections).toHaveLength(1 + 2 * drawn.filter(({ sideways }) => sideways).length);
    // The same map gives the same bytes, whoever draws them again.
    const bytes = (from: Parts): Map<string, string> => new Map(media.map((name) => [name, from.get(name)!.toString('base64')])); // prettier-ignore
    const again = await partsOf('graph&granularity=3');
    expect(bytes(again)).toEqual(bytes(parts));
    expect(mainOf(again)).toBe(xml);
    expect(bytes(parts)).toEqual((known ??= bytes(parts)));
  });
  it('reports 4.1: there are none unless they are asked for, nor where nothing is to be shown', async () => {
    await fillWith(server.database, { zone_admins: [{ id: 1, name: 'Area' }], forest_ads: [{ id: 1, name: 'Forest', zone_admin_id: 1 }] }); // prettier-ignore
    for (const query of ['vues=4', 'vues=4&graph=0', 'vues=4&graph=false', 'vues=3&graph'])
      expect(await pictures(query)).toEqual([]);
    for (const query of ['vues=4&graph', 'vues=4&graph=1', 'graph=on']) expect(await pictures(query)).toHaveLength(1);
    const plain = await fetched(server, 'cartography?format=csv');
    expect((await fetched(server, 'cartography?format=csv&graph')).bytes).toEqual(plain.bytes);
  });
  it('reports 4.1: they follow the granularity; circles, deleted ends and pairs that come twice do no harm', async () => {
    await fillWith(server.database, {
      sites: [{ id: 1, name: 'Site' }],
      buildings: [{ id: 1, name: 'Building', site_id: 1 }, { id: 2, name: 'Room', site_id: 1, building_id: 1 }],
      bays: [{ id: 1, name: 'Bay', room_id: 2 }, { id: 2, name: 'Gone', room_id: 2, deleted_at: GONE }],
      physical_servers: [
        { id: 1, name: 'in a bay', site_id: 1, building_id: 2, bay_id: 1 },
        { id: 2, name: 'in a room', site_id: 1, building_id: 2, bay_id: 2 },
      ],
      entities: [{ id: 1, name: 'A' }, { id: 2, name: 'B' }, { id: 3, name: 'C', deleted_at: GONE }],
      relations: [
        { id: 1, name: 'there', source_id: 1, destination_id: 2 },
        { id: 2, name: 'and back', source_id: 2, destination_id: 1 },
        { id: 3, name: 'to itself', source_id: 1, destination_id: 1 },
        { id: 4, name: 'there again', source_id: 1, destination_id: 2 },
        { id: 5, name: 'to the dead', source_id: 1, destination_id: 3 },
      ],
      macro_processuses: [{ id: 1, name: 'Macro' }],
      processes: [{ id: 1, name: 'Process', macroprocess_id: 1 }],
      activities: [{ id: 1, name: 'Activity' }],
      activity_process: [{ activity_id: 1, process_id: 1 }],
    }); // prettier-ignore
    const [entities, places] = (await pictures('graph&vues=1,6')) as [Picture, Picture];
    expect(entities.boxes).toEqual(['Entity A, 3 links', 'Entity B, 3 links']);
    expect(entities.about).toBe('Ecosystem: 2 objects, 3 lines.');
    expect(places.boxes).toEqual([
      ...['Site Site, holds 1 box', 'Building Building, in Site, holds 1 box'],
      ...['Building Room, in Building, holds 2 boxes', 'Bay Bay, in Room, holds 1 box'],
      ...['Physical server in a bay, in Bay', 'Physical server in a room, in Room'],
    ]);
    for (const [granularity, shown] of [
      [1, ['Process']],
      [2, ['Macro', 'Process']],
      [3, ['Activity', 'Macro', 'Process']],
    ] as const) {
      const [processes] = await pictures(`graph&vues=2&granularity=${granularity}`);
      expect(among(processes!, ['Activity', 'Macro', 'Process'])).toEqual(shown);
    }
  });
  it('reports 4.1: of large maps they show as much as can be read on a page, and say so', async () => {
    const list = (count: number, row: (i: number) => Record<string, string | number>) =>
      Array.from({ length: count }, (_, i) => ({ id: 1 + i, name: `Object ${i}`, ...row(i) }));
    await fillWith(server.database, {
      sites: list(2, () => ({})),
      workstations: list(300, (i) => ({ site_id: i < 299 ? 1 : 2 })),
      applications: list(900, () => ({})),
      zone_admins: list(60, () => ({})),
      forest_ads: list(130, (i) => ({ zone_admin_id: 1 + (i % 60) })),
      domains: list(260, () => ({})),
      domain_forest_ad: Array.from({ length: 260 }, (_, i) => ({ domain_id: 1 + i, forest_ad_id: 1 + (i % 130) })),
    }); // prettier-ignore
    const parts = await partsOf('graph');
    const [applications, areas, places] = picturesIn(parts) as [Picture, Picture, Picture];
    expect(places.boxes).toEqual(expect.arrayContaining([expect.stringContaining('299 × Workstation')]));
    expect(places.caption).toMatch(/: 301 objects in 1 site\. To keep it readable: 1 group of alike objects as one box\.$|: 300 objects in 2 sites\. To keep it readable: 1 group of alike objects as one box\.$/); // prettier-ignore
    expect(applications.caption).toContain('1 group of alike objects as one box');
    expect(areas.caption).toMatch(/^Administration: 4\d\d objects.* To keep it readable: /);
    for (const picture of [applications, areas, places]) expect(scaleOf(picture)).toBeGreaterThan(0.5);
    // A group leads to the section of its kind.
    const workstations = namesIn(parts)
      .flat()
      .find(({ text }) => text.includes('299'));
    expect(workstations).toEqual({ text: '299 × Workstation', anchor: 'type_workstations' });
    const [french] = await pictures('graph&lang=fr&vues=6');
    expect([french!.title, french!.caption]).toEqual([
      'Infrastructure physique',
      expect.stringMatching(/^Infrastructure physique : 30\d objets/),
    ]);
  });
  it('contract 3: they show what the caller may list and read, and nothing of other types', async () => {
    await fillWith(server.database, {
      application_blocks: [{ id: 1, name: 'Block' }],
      applications: [{ id: 1, name: 'Application', application_block_id: 1 }, { id: 2, name: 'Delegated' }],
      databases: [{ id: 1, name: 'Secret' }],
      application_database: [{ application_id: 1, database_id: 1 }],
    }); // prettier-ignore
    const abilities = ['application_block', 'application'].flatMap((key) => [`${key}_show`, `${key}_access`]);
    for (const more of [[], ['database_access'], ['database_show']]) {
      const { token } = await server.userWith(['reports_access', ...abilities, ...more]);
      const parts = await partsOf('graph&vues=3', token);
      const [drawn] = picturesIn(parts);
      expect(among(drawn!, ['Application', 'Block', 'Delegated', 'Secret'])).toEqual(['Application', 'Block', 'Delegated']); // prettier-ignore
      expect(drawn!.about).toBe('Applications: 2 objects in 1 application block.');
      expect(drawn!.svg).not.toMatch(/Secret|Database/);
    }
    const { token: show } = await server.userWith(['reports_access', 'application_block_show', 'application_show']);
    expect(await pictures('graph', show)).toEqual([]);
    const { token: given, id } = await server.userWith(['reports_access']);
    await server.post('/api/cartographers', { cartographiable_type: 'applications', cartographiable_id: 2, user_id: id }); // prettier-ignore
    const [one] = await pictures('graph', given);
    expect(one!.boxes).toEqual(['Application Delegated']);
  });
  it('a picture that cannot be drawn, or not in time, leaves a sentence in its place', async () => {
    await fillWith(server.database, { zone_admins: [{ id: 1, name: 'Area' }], applications: [{ id: 1, name: 'One' }] });
    const service = server.server.app.get(PicturesService, { strict: false });
    const draw = service.ofDocument.bind(service);
    const missing = 'The picture of this view could not be drawn. Nothing else is missing from the chapter.';
    const cases: Array<typeof draw> = [
      () => Promise.reject(new Error('too large')),
      // Nothing comes of it: the time for pictures ends.
      () => new Promise(() => undefined),
    ];
    for (const fails of cases) {
      jest
        .spyOn(service, 'ofDocument')
        .mockImplementation((wanted, ...rest) =>
          wanted.view === 'applications' ? fails(wanted, ...rest) : draw(wanted, ...rest),
        );
      const signals = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
        const controller = new AbortController();
        setTimeout(() => controller.abort(new Error('too late')), signals.mock.calls.length > 1 ? 10_000 : 300).unref();
        return controller.signal;
      });
      const parts = await partsOf('graph');
      const paragraphs = [...mainOf(parts).matchAll(/<w:p>.*?<\/w:p>/gs)].map(([paragraph]) => texts(paragraph));
      expect(paragraphs.filter((text) => text === missing)).toHaveLength(1);
      expect(paragraphs).toEqual(expect.arrayContaining(['One', 'Area']));
      expect(picturesIn(parts).map(({ title }) => title)).toEqual(['Administration']);
      jest.restoreAllMocks();
    }
  });
  it('reports 6: the number of their statements does not grow with the map', async () => {
    const count = async (): Promise<number> => (await server.statements(() => partsOf('graph'))).length;
    const once = async (): Promise<number> => Math.min(await count(), await count());
    await fillWith(server.database, {
      networks: [{ id: 1, name: 'N' }],
      subnetworks: [{ id: 1, name: 'S', network_id: 1, address: '10.0.0.0/8' }],
      logical_servers: [{ id: 1, name: 'L', address_ip: '10.1.2.3' }],
    });
    const few = await once();
    expect(few).toBeLessThanOrEqual(75);
    const many = Array.from({ length: 200 }, (_, i) => ({ id: 10 + i, name: `S ${i}`, network_id: 1, address: `10.0.${i}.0/24` })); // prettier-ignore
    const servers = Array.from({ length: 200 }, (_, i) => ({ id: 10 + i, name: `L ${i}`, address_ip: `10.0.${i}.7` }));
    await fillWith(server.database, { subnetworks: many, logical_servers: servers });
    expect(await once()).toBe(few);
  });
});
