/** Icons of objects in pictures: once each, for whoever may read them, as they are now. */
import { Resvg } from '@resvg/resvg-js';
import { imageOf } from '../../src/pictures/image.js';
import { form } from '../documents/document-client.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { all, parseXml, type Element } from './xml.js';

/** A picture of one colour. */
const square = (colour: string, side = 8): Buffer =>
  Buffer.from(
    new Resvg(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="${side}" height="${side}" fill="${colour}"/></svg>`,
    )
      .render()
      .asPng(),
  );

describe.each(ENGINES)('icons on %s', (engine) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  const upload = async (bytes: Buffer | string, name = 'icon.png'): Promise<number> =>
    (await server.post('/api/documents', form(bytes, name))).body.id as number;
  const site = async (icon: number): Promise<number> =>
    (await server.post('/api/sites', { name: `site of ${icon} ${Math.random()}`, icon_id: icon })).body.id as number;
  const picture = async (ids: readonly number[], token?: string): Promise<Element[]> => {
    const { status, body } = await server.get(
      `/api/graph/pictures/physical-infrastructure?site=${ids.join(',')}`,
      token ? { token } : {},
    );
    expect(status).toBe(200);
    return [...all(parseXml(body as string))];
  };
  const images = (elements: readonly Element[]): string[] =>
    elements.flatMap(({ name, attributes }) => (name === 'image' ? [attributes['href']!] : []));
  const address = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString('base64')}`;

  it('stand in the place of the sign of the kind, once in the picture, and in draw.io', async () => {
    const red = square('red');
    const icon = await upload(red);
    const ids = [await site(icon), await site(icon)];
    const elements = await picture(ids);
    expect(images(elements)).toEqual([address(red)]);
    const used = elements.filter(({ attributes }) => attributes['href'] === `#i-${icon}`);
    expect(used.map(({ name }) => name)).toEqual(['use', 'use']);
    const base = `/api/graph/pictures/physical-infrastructure?site=${ids.join(',')}&format=`;
    expect((await server.get(`${base}drawio`)).body).toContain(`data:image/png,${red.toString('base64')}`);
    const { body } = await server.get(`${base}json`);
    expect(body.boxes[0].icon).toBe(`/api/documents/${icon}/download`);
    expect((await server.get(`${base}png`)).status).toBe(200);
    const { body: around } = await server.get(`/api/graph/pictures/object?of=sites_${ids[0]}`);
    expect(around).toContain(address(red));
  });

  it('are as they are now: another file is another picture', async () => {
    const [green, blue] = [square('green'), square('blue')];
    const icon = await upload(green);
    const id = await site(icon);
    expect(images(await picture([id]))).toEqual([address(green)]);
    expect((await server.put(`/api/documents/${icon}`, form(blue, 'icon.png'))).status).toBe(200);
    expect(images(await picture([id]))).toEqual([address(blue)]);
    await server.put(`/api/sites/${id}`, { icon_id: null });
    expect(images(await picture([id]))).toEqual([]);
  });

  it('are for those who may read them', async () => {
    const id = await site(await upload(square('black')));
    const { token } = await server.userWith(['explore_access', 'site_access']);
    const reader = await server.userWith(['explore_access', 'site_access', 'document_show']);
    expect(images(await picture([id], token))).toEqual([]);
    expect(images(await picture([id], reader.token))).toHaveLength(1);
    // Nothing of what one sees is kept for the other.
    expect(images(await picture([id], token))).toEqual([]);
  });

  it.each([
    ['a text', 'Hello'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
    ['more than 64 kB', Buffer.concat([square('red'), Buffer.alloc(65_536)])],
    ['a side of more than 1,024 points', square('red', 1025)],
  ])('are none of %s', async (_, bytes) => {
    const elements = await picture([await site(await upload(bytes))]);
    expect(images(elements)).toEqual([]);
    expect(elements.some(({ attributes }) => attributes['href'] === '#s-sites')).toBe(true);
  });
});

describe('what an image is', () => {
  const jpeg = (width: number): Buffer => {
    const frame = Buffer.from('ffc0001108000000000301', 'hex');
    frame.writeUInt16BE(16, 5);
    frame.writeUInt16BE(width, 7);
    return Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), frame]);
  };
  const gif = (width: number): Buffer => {
    const bytes = Buffer.from('474946383961000010000000', 'hex');
    bytes.writeUInt16LE(width, 6);
    return bytes;
  };

  it.each([
    ['PNG', square('red'), 'image/png'],
    ['JPEG', jpeg(1024), 'image/jpeg'],
    ['wide JPEG', jpeg(1025), undefined],
    ['GIF', gif(1024), 'image/gif'],
    ['wide GIF', gif(1025), undefined],
    ['half a PNG', square('red').subarray(0, 20), undefined],
    ['half a JPEG', jpeg(5).subarray(0, 25), undefined],
    ['nothing', Buffer.alloc(0), undefined],
    ['a JPEG that leads in circles', Buffer.from('ffd8ffe00000ffe00000ffe00000', 'hex'), undefined],
  ])('%s', (_, bytes, type) => {
    expect(imageOf(bytes)).toBe(type);
  });
});
