/** The pictures of the map as a document: what stands in them, how much of it, and where. @seconds 14 */
import { fillDemo } from '../../examples/demo/fill.js';
import { unzipped } from '../../src/files/zip.js';
import { ENGINES } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';
import { fillWith } from './nasty-map.js';
import { fetched } from './report-client.js';

interface Box {
  text: string;
  anchor: string | undefined;
  place: [x: number, y: number, width: number, height: number];
}

interface Picture {
  about: string;
  caption: string;
  size: [width: number, height: number];
  boxes: Box[];
  lines: number;
}

const GONE = '2026-01-02 03:04:05';
const numbers = (text: string, pattern: RegExp): number[] => pattern.exec(text)!.slice(1).map(Number);
const texts = (xml: string): string =>
  [...xml.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map(([, text]) => text).join('');

/** The pictures of a document in their order. */
function picturesIn(xml: string): Picture[] {
  return [...xml.matchAll(/<wp:inline .*?<\/wp:inline>/gs)].map((match): Picture => {
    const [picture] = match;
    const shapes = [...picture.matchAll(/<wps:wsp>.*?<\/wps:wsp>/gs)].map(([shape]) => shape);
    const boxes = shapes
      .filter((shape) => shape.includes('<wps:txbx>'))
      .map((shape): Box => ({
        text: texts(shape),
        anchor: /w:anchor="([^"]+)"/.exec(shape)?.[1],
        place: numbers(shape, /<a:off x="(\d+)" y="(\d+)"\/><a:ext cx="(\d+)" cy="(\d+)"/) as Box['place'],
      }));
    const behind = xml.slice(match.index + picture.length);
    return {
      about: /descr="([^"]*)"/.exec(picture)![1]!,
      caption: texts(/<w:p>.*?<\/w:p>/s.exec(behind.slice(behind.indexOf('</w:p>') + '</w:p>'.length))![0]),
      size: numbers(picture, /<wp:extent cx="(\d+)" cy="(\d+)"/) as Picture['size'],
      boxes,
      lines: picture.match(/<a:cubicBezTo>/g)?.length ?? 0,
    };
  });
}

/** Boxes that lead to an object, by their text. */
const objects = ({ boxes }: Picture): string[] => boxes.flatMap(({ text, anchor }) => (anchor ? [text] : [])).sort();

const overlap = ({ place: a }: Box, { place: b }: Box): boolean =>
  a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + b[3] && b[1] < a[1] + a[3];

describe.each(ENGINES)('pictures of the map on %s', (engine) => {
  let server: TestServer;
  const main = async (query: string, token = server.token): Promise<string> => {
    const { status, bytes } = await fetched(server, `cartography?format=docx&${query}`, {}, token);
    expect(status).toBe(200);
    return (await unzipped(bytes)).find(({ name }) => name === 'word/document.xml')!.content.toString();
  };
  const pictures = async (query: string, token?: string): Promise<Picture[]> => picturesIn(await main(query, token));
  const names = async (sql: string): Promise<string[]> =>
    (await server.database.all(sql)).map((row) => row['name'] as string).sort();
  beforeEach(async () => {
    server = await TestServer.start(engine);
  });
  afterEach(() => server.stop());

  it('reports 4.1: each chapter begins with one, whose boxes lead to what they show', async () => {
    await fillDemo(server.server, { passwordOf: () => ADMIN.password, today: new Date('2026-03-14T15:00:00Z') });
    const xml = await main('graph&granularity=3');
    const all = picturesIn(xml);
    expect(all.map(({ about }) => about)).toEqual([
      ...['Ecosystem view', 'Information system', 'Applications view', 'Administration view'],
      ...['View of logical infrastructures', 'View of the physical infrastructure'],
    ]);
    const bookmarks = new Set(
      [...xml.matchAll(/<w:bookmarkStart w:id="\d+" w:name="([^"]+)"/g)].map(([, name]) => name),
    );
    for (const { boxes, size, lines, caption } of all) {
      expect(lines).toBeGreaterThan(3);
      expect(caption).toBe(
        `The picture shows the ${boxes.filter(({ anchor }) => anchor).length} objects of this view that are linked.`,
      );
      expect(boxes.filter(({ anchor }) => anchor && !bookmarks.has(anchor))).toEqual([]);
      boxes.forEach((box, i) => {
        expect(boxes.slice(i + 1).filter((other) => overlap(box, other))).toEqual([]);
        expect(box.place[0] + box.place[2]).toBeLessThanOrEqual(size[0]);
        expect(box.place[1] + box.place[3]).toBeLessThanOrEqual(size[1]);
      });
    }
    const ids = [...xml.matchAll(/<(?:wp:docPr|wps:cNvPr) id="(\d+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(objects(all[2]!)).toEqual(
      await names(`SELECT name FROM application_blocks b WHERE EXISTS (SELECT 1 FROM applications a WHERE a.application_block_id = b.id)
        UNION ALL SELECT name FROM applications WHERE application_block_id IS NOT NULL
        UNION ALL SELECT name FROM application_services WHERE id IN (SELECT application_service_id FROM application_application_service
          UNION SELECT application_service_id FROM application_module_application_service)
        UNION ALL SELECT name FROM application_modules WHERE id IN (SELECT application_module_id FROM application_module_application_service)
        UNION ALL SELECT name FROM \`databases\` WHERE id IN (SELECT database_id FROM application_database)`),
    );
    // Servers hang on the subnets that their addresses lie in.
    expect(objects(all[4]!)).toEqual(expect.arrayContaining(['SERVERS', 'SRV-DPI-APP-01', 'VLAN-DMZ', 'GW-INTERNET']));
  });
  it('reports 4.1: there are none unless they are asked for', async () => {
    await fillWith(server.database, { zone_admins: [{ id: 1, name: 'Area' }], forest_ads: [{ id: 1, name: 'Forest', zone_admin_id: 1 }] }); // prettier-ignore
    for (const query of ['vues=4', 'vues=4&graph=0', 'vues=4&graph=false', 'vues=3&graph'])
      expect(await pictures(query)).toEqual([]);
    for (const query of ['vues=4&graph', 'vues=4&graph=1', 'graph=on']) expect(await pictures(query)).toHaveLength(1);
    const plain = await fetched(server, 'cartography?format=csv');
    expect((await fetched(server, 'cartography?format=csv&graph')).bytes).toEqual(plain.bytes);
  });
  it('reports 4.1: equipment stands at its deepest known place; circles, deleted ends and pairs that come twice do no harm', async () => {
    await fillWith(server.database, {
      sites: [{ id: 1, name: 'Site' }],
      buildings: [{ id: 1, name: 'Building', site_id: 1 }, { id: 2, name: 'Room', site_id: 1, building_id: 1 }],
      bays: [{ id: 1, name: 'Bay', room_id: 2 }, { id: 2, name: 'Gone', room_id: 2, deleted_at: GONE }],
      physical_servers: [
        { id: 1, name: 'in a bay', site_id: 1, building_id: 2, bay_id: 1 },
        { id: 2, name: 'in a room', site_id: 1, building_id: 2, bay_id: 2 },
        { id: 3, name: 'on a site', site_id: 1 },
        { id: 4, name: 'nowhere' },
      ],
      entities: [{ id: 1, name: 'A' }, { id: 2, name: 'B' }, { id: 4, name: 'D' }, { id: 3, name: 'C', deleted_at: GONE }],
      relations: [
        { id: 1, name: 'there', source_id: 1, destination_id: 2 },
        { id: 2, name: 'and back', source_id: 2, destination_id: 1 },
        { id: 3, name: 'to itself', source_id: 1, destination_id: 1 },
        { id: 4, name: 'there again', source_id: 1, destination_id: 2 },
        { id: 5, name: 'to the dead', source_id: 1, destination_id: 3 },
        { id: 6, name: 'alone', source_id: 4, destination_id: 4 },
      ],
    }); // prettier-ignore
    const [entities, places] = (await pictures('graph&vues=1,6')) as [Picture, Picture];
    expect([objects(entities), entities.lines]).toEqual([['A', 'B'], 2]);
    expect(entities.caption).toBe('The picture shows the 2 objects of this view that are linked.');
    expect(objects(places)).toEqual(['Bay', 'Building', 'Room', 'Site', 'in a bay', 'in a room', 'on a site']);
    expect(places.lines).toBe(6);
    const column = (name: string): number => places.boxes.find(({ text }) => text === name)!.place[0];
    const order = ['Site', 'Building', 'Room', 'Bay', 'in a bay'].map(column);
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(new Set(order).size).toBe(5);
    expect(column('on a site')).toBe(column('in a bay'));
  });
  it('reports 4.1: of large maps they show as much as can be read, and say so', async () => {
    const list = (count: number, row: (i: number) => Record<string, string | number>) =>
      Array.from({ length: count }, (_, i) => ({ id: 1 + i, name: `Object ${i}`, ...row(i) }));
    await fillWith(server.database, {
      sites: list(2, () => ({})),
      workstations: list(300, (i) => ({ site_id: i < 299 ? 1 : 2 })),
      zone_admins: list(60, () => ({})),
      forest_ads: list(130, (i) => ({ zone_admin_id: 1 + (i % 60) })),
    });
    const [areas, places] = (await pictures('graph')) as [Picture, Picture];
    expect(places.boxes.map(({ text }) => text)).toEqual(expect.arrayContaining(['Workstations (299)', 'Object 299']));
    expect([places.lines, places.caption]).toEqual([
      2,
      'The picture shows the 302 objects of this view that are linked.',
    ]);
    const columns = [...new Set(areas.boxes.map(({ place }) => place[0]))];
    for (const x of columns)
      expect(areas.boxes.filter(({ place, anchor }) => anchor && place[0] === x).length).toBeLessThanOrEqual(40);
    expect(areas.caption).toMatch(/^The picture shows \d+ of the 190 objects of this view that are linked: those with most links, 40 boxes in a column at most\.$/); // prettier-ignore
    const [french] = await pictures('graph&lang=fr');
    expect(french!.caption).toMatch(/^Le schéma montre \d+ des 190 objets liés de cette vue : les plus liés/);
    expect(french!.about).toBe("Vue de l'administration");
  });
  it('contract 3: they show what the caller may read, and nothing of other types', async () => {
    await fillWith(server.database, {
      application_blocks: [{ id: 1, name: 'Block' }],
      applications: [{ id: 1, name: 'Application', application_block_id: 1 }],
      databases: [{ id: 1, name: 'Secret' }],
      application_database: [{ application_id: 1, database_id: 1 }],
    });
    const abilities = ['application_block', 'application'].flatMap((key) => [`${key}_show`, `${key}_access`]);
    const { token } = await server.userWith(['reports_access', ...abilities]);
    expect((await pictures('graph', token)).map(objects)).toEqual([['Application', 'Block']]);
    const { token: show } = await server.userWith(['reports_access', 'application_block_show', 'application_show']);
    expect(await pictures('graph', show)).toEqual([]);
  });
  it('reports 6: the number of their statements does not grow with the map', async () => {
    const count = async (): Promise<number> => (await server.statements(() => main('graph'))).length;
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
