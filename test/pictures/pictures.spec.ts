/** The pictures of the example map: in every format, the same again and again, for whoever looks, and steady. @seconds 8 */
import { type Viz, instance } from '@viz-js/viz';
import { layoutOf } from '../../src/pictures/layout/layout.js';
import { textWidth } from '../../src/pictures/layout/font.js';
import { headSize, labelSize, type Layout } from '../../src/pictures/layout/places.js';
import { pointOn } from '../../src/pictures/layout/route.js';
import { defaultOptions } from '../../src/pictures/options.js';
import { sceneOf } from '../../src/pictures/scene/build.js';
import { drawnLines, type Scene } from '../../src/pictures/scene/scene.js';
import type { PictureSource } from '../../src/pictures/source.js';
import { tagOf } from '../../src/pictures/draw.js';
import { VIEWS } from '../../src/pictures/views/index.js';
import { WALKS } from '../../src/pictures/views/walks.js';
import { drawio } from '../../src/pictures/writers/drawio.js';
import { jsonPicture } from '../../src/pictures/writers/json.js';
import { png, TooManyPixels } from '../../src/pictures/writers/png.js';
import { ABOUT_FR } from '../../src/reports/locales/fr.js';
import { SIGNS } from '../../src/pictures/writers/signs.js';
import { svg } from '../../src/pictures/writers/svg.js';
import { outline } from '../../src/pictures/writers/text.js';
import { PALETTES } from '../../src/pictures/writers/theme.js';
import { graphText } from '../../src/pictures/writers/graph.js';
import { exampleMap, remembered, without, type Example } from './example.js';
import { made, object } from './made.js';
import { readMermaid } from './mermaid.js';
import { all, parseXml, type Element } from './xml.js';

const NAMES = VIEWS.filter((one) => !WALKS.has(one)).map(({ name }) => name);
const view = (name: string): (typeof VIEWS)[number] => VIEWS.find((one) => one.name === name)!;

const SVG = { format: 'svg', scale: 1, options: defaultOptions() } as const;

let viz: Viz;
let example: Example;
let source: PictureSource;

beforeAll(async () => {
  viz = await instance();
  example = await exampleMap();
  source = remembered(example.source);
}, 120_000);
afterAll(() => example.stop());

const draw = async (
  name: string,
  of = source,
  language: 'en' | 'fr' = 'en',
): Promise<{ scene: Scene; layout: Layout }> => {
  const scene = await sceneOf(of, view(name), defaultOptions(language));
  return { scene, layout: layoutOf(scene, viz) };
};

/** Elements and attributes that say how something looks, or what it is; nothing that acts or comes from elsewhere. */
const ELEMENTS = [
  'svg',
  'title',
  'desc',
  'defs',
  'g',
  'a',
  'rect',
  'path',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'text',
  'use',
];

describe.each(NAMES)('%s', (name) => {
  it('is the same bytes again, and drawn whole', async () => {
    const [first, second] = [await draw(name, example.source), await draw(name, example.source)];
    const text = svg(first.scene, first.layout, 'light').text;
    expect(svg(second.scene, second.layout, 'light').text).toBe(text);
    expect(tagOf(second.scene, SVG)).toBe(tagOf(first.scene, SVG));
    expect(first.scene.boxes.length).toBeGreaterThan(5);
    expect(first.layout.by).not.toBe('plain');
  });
  it('is SVG that shows under any policy, in whole units', async () => {
    const { scene, layout } = await draw(name, source, 'fr');
    const root = parseXml(svg(scene, layout, 'dark').text);
    const elements = [...all(root)];
    expect(elements.filter(({ name: tag }) => !ELEMENTS.includes(tag)).map(({ name: tag }) => tag)).toEqual([]);
    for (const { attributes } of elements) {
      for (const [key, value] of Object.entries(attributes)) {
        expect(key).not.toMatch(/^on|^style$|^class$/);
        if (key === 'href') expect(value).toMatch(/^(\/objects\/|#s-)/);
        if (['x', 'y', 'width', 'height'].includes(key)) expect(value).toMatch(/^-?\d+(\.\d+)?$/);
      }
    }
    expect(root.attributes['role']).toBe('graphics-document');
    expect(root.children.slice(0, 2).map(({ name: tag }) => tag)).toEqual(['title', 'desc']);
    expect(root.children[1]!.text).toBe(scene.about);
    const boxes = elements.filter(
      ({ attributes }) => attributes['href']?.startsWith('/objects/') || attributes['role'] === 'img',
    );
    expect(boxes).toHaveLength(scene.boxes.length);
    expect(boxes.every(({ attributes }) => attributes['aria-label']!.length > 1)).toBe(true);
    const ids = elements.flatMap(({ attributes }) => attributes['id'] ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    const used = elements.flatMap(({ name: tag, attributes }) => (tag === 'use' ? [attributes['href']!.slice(1)] : []));
    expect(used.filter((id) => !ids.includes(id))).toEqual([]);
  });
  it('has every box inside its container and none over another', async () => {
    const { scene, layout } = await draw(name);
    scene.boxes.forEach(({ parent }, i) => {
      const place = layout.boxes[i]!;
      expect(Object.values(place).every(Number.isInteger)).toBe(true);
      if (parent >= 0) expect([i, contains(layout.boxes[parent]!, place)]).toEqual([i, true]);
      scene.boxes.forEach((other, k) => {
        if (k > i && other.parent === parent) expect([i, k, overlaps(place, layout.boxes[k]!)]).toEqual([i, k, false]);
      });
    });
    expect(layout.lines.every(({ points }) => points.length >= 2)).toBe(true);
  });
  it('loses no cell and no end in draw.io', async () => {
    const { scene, layout } = await draw(name);
    const lines = drawnLines(scene);
    const cells = [...all(parseXml(drawio(scene, layout, 'light')))].filter(({ name: tag }) => tag === 'UserObject');
    const ids = new Set(cells.map(({ attributes }) => attributes['id']));
    const cell = ({ children }: Element): Record<string, string> => children[0]!.attributes;
    expect(ids.size).toBe(scene.boxes.length + lines.length);
    expect(cells.filter((one) => cell(one)['edge']).map((one) => [cell(one)['source'], cell(one)['target']])).toEqual(
      lines.map(({ from, to }) => [`b${from}`, `b${to}`]),
    );
    for (const one of cells) {
      for (const end of ['parent', 'source', 'target']) {
        const named = cell(one)[end];
        expect(named === undefined || named === '1' || ids.has(named)).toBe(true);
      }
    }
    expect(cells.filter((one) => cell(one)['vertex']).map((one) => cell(one)['parent'])).toEqual(
      scene.boxes.map(({ parent }) => (parent < 0 ? '1' : `b${parent}`)),
    );
  });
  it('is told as text and JSON', async () => {
    const { scene, layout } = await draw(name);
    const rows = outline(scene).split('\n');
    expect(rows.filter((row) => /^ *- /.test(row))).toHaveLength(scene.boxes.length + scene.lines.length);
    const json = JSON.parse(jsonPicture(scene, layout));
    expect([json.boxes.length, json.lines.length]).toEqual([scene.boxes.length, scene.lines.length]);
    expect(json.boxes[0]).toMatchObject({ parent: null, x: expect.any(Number) });
  });
});

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

const contains = (outer: Rectangle, inner: Rectangle): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

const overlaps = (a: Rectangle, b: Rectangle): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe('cables', () => {
  /** Points along a line. */
  const along = ({ points }: Layout['lines'][number]): Array<{ x: number; y: number }> =>
    Array.from({ length: 201 }, (_, i) => pointOn(points, i / 200));

  it.each([[['ports']], [['ports', 'ip', 'logical']]])('say %j where nothing else is said', async (show) => {
    const scene = await sceneOf(source, view('network-infrastructure'), { ...defaultOptions(), show: new Set(show) });
    const { lines } = layoutOf(scene, viz);
    const labels = drawnLines(scene).flatMap((line, i) => {
      const [{ label }, size] = [lines[i]!, labelSize(line)];
      return label && size ? [{ ...size, x: label.x - size.width / 2, y: label.y - size.height / 2 }] : [];
    });
    expect(labels.length).toBeGreaterThan(10);
    labels.forEach((one, i) => expect(labels.filter((other, k) => k > i && overlaps(one, other))).toEqual([]));
  });
  it.each([[], ['ports'], ['ports', 'ip', 'logical']])('cross no name and no box, with %s %s %s', async (...show) => {
    const options = { ...defaultOptions(), show: new Set(show) };
    const scene = await sceneOf(source, view('network-infrastructure'), options);
    const layout = layoutOf(scene, viz);
    const containers = new Set(scene.boxes.map(({ parent }) => parent));
    const crossed = scene.lines.flatMap((line, i) => {
      const points = along(layout.lines[i]!);
      return scene.boxes.flatMap((one, k) => {
        const place = layout.boxes[k]!;
        const height = containers.has(k) ? headSize(one).height : place.height;
        if (k === line.from || k === line.to) return [];
        // A pixel at the border is no crossing.
        const inner = { x: place.x + 1, y: place.y + 1, width: place.width - 2, height: height - 2 };
        return points.some((point) => contains(inner, { ...point, width: 0, height: 0 })) ? [[line.id, one.label]] : [];
      });
    });
    expect(scene.lines.length).toBeGreaterThan(10);
    expect(crossed).toEqual([]);
  });
  it('stay in the picture, with their labels', async () => {
    const options = { ...defaultOptions(), show: new Set(['ports', 'ip', 'logical']) };
    const scene = await sceneOf(source, view('network-infrastructure'), options);
    const layout = layoutOf(scene, viz);
    layout.lines.forEach((line, i) => {
      const size = labelSize(scene.lines[i]!);
      const label = line.label && size && { x: line.label.x - size.width / 2, y: line.label.y, width: size.width };
      for (const one of [...along(line).map((at) => ({ ...at, width: 0 })), ...(label ? [label] : [])]) {
        expect(contains({ x: 0, y: 0, width: layout.width, height: layout.height }, { ...one, height: 0 })).toBe(true);
      }
    });
  });
});

describe('the legend', () => {
  it.each(['light', 'dark'] as const)('ends where the picture does, in %s', async (theme) => {
    const scene = await sceneOf(source, view('security-zones'), defaultOptions('fr'));
    const long = scene.legend.map((entry) => ({ ...entry, text: `${entry.text} ${'and so on '.repeat(20)}`.trim() }));
    const { text, width } = svg({ ...scene, legend: long }, layoutOf(scene, viz), theme);
    const texts = [...all(parseXml(text))].filter(({ name }) => name === 'text');
    for (const { attributes, text: said } of texts) {
      const end = Number(attributes['x']) + textWidth(said, Number(attributes['font-size'] ?? 12));
      expect([said, end <= width]).toEqual([said, true]);
    }
    expect(texts.filter(({ text: said }) => said.includes('and so on')).length).toBeGreaterThan(long.length);
  });
  it('of the overview says what the caption does not', async () => {
    for (const language of ['en', 'fr'] as const) {
      const { scene } = await draw('overview', source, language);
      expect(scene.legend).toHaveLength(1);
      expect(scene.caption).not.toMatch(/line|number|trait|nombre\b/);
    }
  });
});

describe('lines of several meanings', () => {
  it('have a stroke for each, in draw.io too, and a word where there is no legend', async () => {
    const { scene, layout } = await draw('information-system');
    const [dashed, dotted] = (['dashed', 'dotted'] as const).map(
      (pattern) => scene.lines.filter((line) => line.pattern === pattern).length,
    ) as [number, number];
    expect(Math.min(dashed, dotted)).toBeGreaterThan(3);
    const times = (text: string, part: string): number => text.split(part).length - 1;
    const drawn = svg(scene, layout, 'light').text;
    // Once more in the legend.
    expect(times(drawn, 'stroke-dasharray="6 4"')).toBe(dashed + 1);
    expect(times(drawn, 'stroke-dasharray="2 3"')).toBe(dotted + 1);
    expect(times(drawio(scene, layout, 'light'), 'dashed=1;')).toBe(dashed + dotted);
    expect(times(drawio(scene, layout, 'light'), 'dashPattern=1 3;')).toBe(dotted);
    expect(times(graphText(scene, 'mermaid'), 'acts in')).toBe(dashed);
    expect(times(graphText(scene, 'dot'), 'is used by')).toBe(dotted);
  });
});

describe('the address plan', () => {
  it('has the shape of a page, whatever its length', async () => {
    const plan = (count: number): PictureSource =>
      made(
        Array.from({ length: count }, (_, i) =>
          object('subnetworks', i + 1, `N${i}`, {
            data: { zone: `Zone ${Math.floor(i / 2)}`, address: '10.0.0.0/24' },
          }),
        ),
      );
    for (const count of [5, 11, 40, 150]) {
      const { layout } = await draw('address-plan', plan(count));
      const shape = layout.width / layout.height;
      expect([count, shape > 0.9 && shape < 2.5]).toEqual([count, true]);
    }
  });
});

describe('names', () => {
  /** Every sign of the first two planes, some hundred a name, and what means something in the formats. */
  const hostile = (): string[] => {
    const names = [
      ...[
        '<script>alert(1)</script>',
        ']]>',
        '&amp;',
        '"\'`',
        '</title><a href="javascript:1">',
        '%3Cb%3E',
        '{{x}}',
        ';fillColor=red;',
      ],
      ...['\u202eevil', 'a\nb\tc', '\0', '\ud800', 'x'.repeat(300), '=1+1', '   '],
    ];
    for (let first = 0; first < 0x20000; first += 512) {
      names.push(Array.from({ length: 512 }, (_, i) => String.fromCodePoint(first + i)).join(''));
    }
    return names;
  };

  it('of any signs are text: XML stays XML, and nothing becomes markup', async () => {
    const sites = hostile().map((name, i) => object('sites', i + 1, name));
    const scene = await sceneOf(made(sites), view('physical-infrastructure'), { ...defaultOptions(), fold: 'none' });
    const layout = layoutOf(scene, viz);
    const tags = (text: string): Set<string> => new Set([...all(parseXml(text))].map(({ name }) => name));
    expect([...tags(svg(scene, layout, 'light').text)].filter((tag) => !ELEMENTS.includes(tag))).toEqual([]);
    expect(tags(drawio(scene, layout, 'light'))).toEqual(
      new Set(['mxfile', 'diagram', 'mxGraphModel', 'root', 'mxCell', 'UserObject', 'mxGeometry']),
    );
    expect(
      outline(scene)
        .split('\n')
        .filter((row) => row.startsWith('- ')),
    ).toHaveLength(sites.length);
  });
  it('of any signs are read by Graphviz and Mermaid as boxes and lines, and by all else', async () => {
    const names = hostile();
    const entities = names.map((name, i) => object('entities', i + 1, name));
    const relations = names.slice(1).map((label, i) => ({
      ...{ of: 'relations', between: ['entities 1', `entities ${i + 2}`] as const, object: i + 1, label },
    }));
    const scene = await sceneOf(made(entities, relations), view('ecosystem'), { ...defaultOptions(), fold: 'none' });
    const { status, output } = viz.render(graphText(scene, 'dot'), { format: 'json0', engine: 'nop' });
    const read = status === 'success' ? JSON.parse(output) : {};
    expect([read.objects?.length, read.edges?.length]).toEqual([names.length, relations.length]);
    expect(readMermaid(graphText(scene, 'mermaid'))).toEqual({ nodes: names.length, edges: relations.length });
    const layout = layoutOf(scene, undefined);
    const json = JSON.parse(jsonPicture(scene, layout));
    expect([json.boxes.length, json.lines.length]).toEqual([names.length, relations.length]);
    const picture = svg(scene, layout, 'light');
    expect(png(picture.text, picture, 1).length).toBeGreaterThan(1000);
  });
  it('over 32 signs are cut where they are drawn, and whole in the title', async () => {
    const name = 'A name that is longer than thirty-two signs';
    const scene = await sceneOf(made([object('sites', 1, name)]), view('physical-infrastructure'), defaultOptions());
    const elements = [...all(parseXml(svg(scene, layoutOf(scene, viz), 'light').text))];
    const texts = (tag: string): string[] => elements.filter(({ name: own }) => own === tag).map(({ text }) => text);
    expect(texts('text')).toContain('A name that is longer than thir…');
    expect(texts('title')).toContain(name);
  });
});

describe('PNG', () => {
  it('is as large as was asked for, and never too large', async () => {
    const { scene, layout } = await draw('security-zones');
    const picture = svg(scene, layout, 'light');
    const bytes = Buffer.from(png(picture.text, picture, 2));
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([picture.width * 2, picture.height * 2]);
    expect(() => png(picture.text, { width: 10_000, height: 4001 }, 1)).toThrow(TooManyPixels);
  });
});

describe('without Graphviz', () => {
  it('everything stands in rows, and lines are straight', async () => {
    const { scene } = await draw('applications');
    const layout = layoutOf(scene, undefined);
    expect(layout.by).toBe('plain');
    expect(layout.lines.every(({ points }) => points.length === 2)).toBe(true);
    parseXml(svg(scene, layout, 'light').text);
  });
});

describe('colours', () => {
  const luminance = (colour: string): number => {
    const parts = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16) / 255);
    const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [
      number,
      number,
      number,
    ];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a: string, b: string): number => {
    const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
    return (light + 0.05) / (dark + 0.05);
  };

  it.each(['light', 'dark'] as const)('of %s let texts be read, and signs be seen', (theme) => {
    const { ground, box, containers, text, quiet, hues, plain, states } = PALETTES[theme];
    const fields = [...hues, plain, ...Object.values(states)];
    for (const under of [ground, box, ...containers, ...fields.map(({ fill }) => fill)]) {
      for (const letters of [text, quiet])
        expect([under, letters, contrast(under, letters) >= 4.5]).toEqual([under, letters, true]);
    }
    for (const { fill, edge } of fields) expect([fill, edge, contrast(fill, edge) >= 3]).toEqual([fill, edge, true]);
  });
  it('are not all that tells kinds apart: each has a sign of its own', () => {
    // A kind that is new may be a plain box until somebody gives it a sign.
    const kinds = source.kinds.filter(({ path }) => path in ABOUT_FR || path in SIGNS);
    const signs = kinds.map(({ path }) => SIGNS[path]);
    expect(signs).not.toContain(undefined);
    expect(kinds.length).toBeGreaterThan(50);
    expect(new Set(signs).size).toBe(signs.length);
  });
});

describe('stability', () => {
  /** Units from which on two boxes stand in an order. */
  const APART = 20;
  /** What may change at most when any one leaf goes: on average, and at worst. */
  const MOST = { average: 0.06, worst: 0.3 };
  /** Where rows are filled up and lines find their ways afterwards, one that goes may send a container to the row above. */
  const MOST_IN_ROWS = { average: 0.1, worst: 0.55 };

  /** The share of pairs of boxes that stand in another order, left and right or above and below. */
  function changed(before: Map<string, Rectangle>, after: Map<string, Rectangle>): number {
    const ids = [...before.keys()].filter((id) => after.has(id));
    let [pairs, other] = [0, 0];
    const order = (places: Map<string, Rectangle>, a: string, b: string): [number, number] => {
      const [p, q] = [places.get(a)!, places.get(b)!];
      const side = (distance: number): number => (Math.abs(distance) > APART ? Math.sign(distance) : 0);
      return [side(p.x + p.width / 2 - q.x - q.width / 2), side(p.y + p.height / 2 - q.y - q.height / 2)];
    };
    ids.forEach((a, i) => {
      for (const b of ids.slice(i + 1)) {
        pairs++;
        const [x, y] = order(before, a, b);
        const [u, v] = order(after, a, b);
        if (x * u < 0 || y * v < 0) other++;
      }
    });
    return pairs ? other / pairs : 0;
  }

  const places = ({ scene, layout }: { scene: Scene; layout: Layout }): Map<string, Rectangle> =>
    new Map(scene.boxes.map(({ id }, i) => [id, layout.boxes[i]!]));

  it.each(NAMES.filter((name) => name !== 'overview'))('%s hardly changes when a leaf goes', async (name) => {
    const before = await draw(name);
    const { boxes, lines } = before.scene;
    const leaves = boxes.filter(
      ({ kind, folded }, i) =>
        kind &&
        !folded &&
        boxes.every(({ parent }) => parent !== i) &&
        lines.filter(({ from, to }) => from === i || to === i).length <= 1,
    );
    const shares: number[] = [];
    for (const { id, kind } of leaves) {
      const after = await draw(name, without(source, kind, Number(id.slice(kind.length + 1))));
      shares.push(changed(places(before), places(after)));
    }
    const average = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    const most = before.scene.packed ? MOST_IN_ROWS : MOST;
    expect({ shares, average: Math.max(average, most.average), worst: Math.max(...shares, most.worst) }).toEqual({
      shares,
      ...most,
    });
  });
});
