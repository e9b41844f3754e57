/** The reports that are documents: what a word processor finds in them. */
import { unzipped } from '../support/unzip.js';
import { startDemo } from '../support/demo.js';
import { ENGINES } from '../support/engines.js';
import type { TestServer } from '../support/server.js';
import { fillWith } from './nasty-map.js';
import { fetched, sheetsOf } from './report-client.js';

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1]!);

/** The text of a document, paragraph by paragraph, each with its style. */
function paragraphs(xml: string): Array<[style: string, text: string]> {
  return found(xml, /(<w:p>.*?<\/w:p>)/gs).map((paragraph) => [
    /<w:pStyle w:val="(\w+)"/.exec(paragraph)?.[1] ?? '',
    found(paragraph, /<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g).join(''),
  ]);
}

/** Throws unless every tag of an XML text is closed in its place. */
function requireWellFormed(xml: string): void {
  const open: string[] = [];
  for (const [, end, name, , alone] of xml.matchAll(/<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>/g)) {
    if (alone) continue;
    if (!end) open.push(name!);
    else if (open.pop() !== name) throw new Error(`</${name!}> closes nothing.`);
  }
  expect(open).toEqual([]);
  expect(xml.replace(/<[^<>]*>/g, '')).not.toMatch(/[<>]|&(?!(?:amp|lt|gt|quot|apos);)/);
}

describe.each(ENGINES)('reports as documents on %s', (engine) => {
  let server: TestServer;
  const parts = async (path: string): Promise<Record<string, string>> => {
    const { status, bytes } = await fetched(server, `${path}${path.includes('?') ? '&' : '?'}format=docx`);
    expect(status).toBe(200);
    return Object.fromEntries((await unzipped(bytes)).map(({ name, content }) => [name, content.toString()]));
  };
  const main = async (path: string): Promise<string> => (await parts(path))['word/document.xml']!;

  beforeAll(async () => {
    server = await startDemo(engine, {}, { today: new Date('2026-03-14T15:00:00Z') });
    await fillWith(server.database, {
      applications: [{ id: 900, name: '<b>"&\u0001</b>', description: '<p>one</p><p>two & three</p>', security_need_c: 4 }],
    }); // prettier-ignore
  });
  afterAll(() => server.stop());

  it.each(['cartography?granularity=3', 'directory', 'activityReport'])(
    'reports 4: %s is well-formed',
    async (path) => {
      const all = await parts(path);
      expect(Object.keys(all)).toEqual(
        expect.arrayContaining(['[Content_Types].xml', 'word/styles.xml', 'word/footer1.xml']),
      );
      for (const [name, text] of Object.entries(all)) if (/\.(xml|rels)$/.test(name)) requireWellFormed(text);
      const footers = Object.keys(all).filter((name) => name.startsWith('word/footer'));
      expect(footers.some((name) => all[name]!.includes('PAGE') && all[name]!.includes('NUMPAGES'))).toBe(true);
      const xml = all['word/document.xml']!;
      const styles = new Set(found(all['word/styles.xml']!, /w:styleId="(\w+)"/g));
      expect(found(xml, /<w:pStyle w:val="(\w+)"/g).filter((style) => !styles.has(style))).toEqual([]);
      expect(xml).toContain('TOC \\h');
      expect(xml).not.toContain('BODY-OF-THE-DOCUMENT');
    },
  );
  it('reports 4.1: chapters, sections and cards, and names that lead to them', async () => {
    const xml = await main('cartography?granularity=3');
    const texts = paragraphs(xml);
    const sheets = await sheetsOf(server, 'cartography?granularity=3');
    const of = (style: string): string[] => texts.filter(([name]) => name === style).map(([, text]) => text);
    expect(of('Title')).toEqual(['Information System Mapping Report']);
    expect(of('Heading1')).toEqual([...new Set(sheets[0]!.rows.map(([view]) => view)), 'Data protection and security']);
    const sections = [...new Set(sheets[0]!.rows.map((row) => row[1]))];
    const further = of('Heading2').filter((title) => !sections.includes(title));
    expect(of('Heading2').filter((title) => sections.includes(title))).toEqual(sections);
    expect(further).toEqual([
      ...['Administration users', 'Logical flows', 'Backups', 'Physical links', 'Zones'],
      ...['Data processings', 'Security controls'],
    ]);
    const names = sheets[0]!.rows.filter((row) => row[4] === 'Name').length;
    const tables = ['admin_users', 'logical_flows', 'backups', 'physical_links', 'zones', 'data_processing'];
    let others = 0;
    for (const table of [...tables, 'security_controls']) {
      const [row] = await server.database.all(`SELECT COUNT(*) AS n FROM ${table} WHERE deleted_at IS NULL`);
      others += Number(row!['n']);
    }
    expect(of('CardTitle')).toHaveLength(names + others);
    const bookmarks = found(xml, /<w:bookmarkStart w:id="\d+" w:name="([^"]+)"/g);
    expect(new Set(bookmarks).size).toBe(bookmarks.length);
    expect(new Set(found(xml, /<w:bookmarkStart w:id="(\d+)"/g)).size).toBe(bookmarks.length);
    expect(bookmarks.every((name) => /^[A-Za-z_]\w{0,39}$/.test(name))).toBe(true);
    const anchors = found(xml, /<w:hyperlink [^>]*w:anchor="([^"]+)"/g);
    expect(anchors.length).toBeGreaterThan(100);
    const known = new Set(bookmarks);
    expect(anchors.filter((anchor) => !known.has(anchor))).toEqual([]);
  });
  it.each([
    ['en', 'Source port'],
    ['fr', 'Port source'],
  ])('reports 4.1: cards show all that pages of objects show, called as there, in %s', async (lang, port) => {
    const xml = await main(`cartography?lang=${lang}`);
    const texts = paragraphs(xml);
    const labels = new Set(texts.filter(([style]) => style === 'CardLabel').map(([, text]) => text));
    expect(labels).toContain(port);
    expect(texts).toContainEqual(['CardTitle', 'ESX-01 (vmnic0) ↔ SW-CORE-A (1/0/1)']);
    const cards = xml.split('w:val="CardTitle"');
    const card = cards.find((text) => found(text, /<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)[0] === 'Clarté')!;
    const said = found(card, /<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g);
    // Containers, administrators and contracts are on the page of an application, and in no workbook.
    expect(said).toEqual(expect.arrayContaining(['clarte-front', 'Maintenance du DPI', 'WAF-PORTAIL']));
  });
  it('reports 4.1: a cover says whose map it is, its date, version, classification and author', async () => {
    const query =
      'cartography?views=4&organisation=Clinique%20A%20%26%20Cie&date=2026-10-01&version=2.1&classification=Internal&author=M.%20Qu%C3%A9r%C3%A9';
    const all = await parts(query);
    const texts = paragraphs(all['word/document.xml']!);
    expect(texts[0]).toEqual(['Organisation', 'Clinique A &amp; Cie']);
    expect(texts.filter(([style]) => style === 'Fact').map(([, text]) => text)).toEqual([
      ...['Date1 October 2026', 'Version2.1', 'ClassificationInternal', 'AuthorM. Quéré'],
    ]);
    expect(all['word/footer1.xml']).toContain(
      'Clinique A &amp; Cie   ·   Information System Mapping Report   ·   Internal',
    );
    const french = paragraphs(await main('cartography?views=4&lang=fr&date=2026-10-01'));
    expect(french).toContainEqual(['Fact', 'Date1 octobre 2026']);
  });
  it.each([
    ['organisation[]=x', 'organisation'],
    ['date=2026-13-01', 'date'],
    ['date=yesterday', 'date'],
    ['version[]=1', 'version'],
    [`classification=${'x'.repeat(121)}`, 'classification'],
    ['author[a]=b', 'author'],
    ['views=8', 'vues'],
  ])('reports 4.1: the cover refuses %s', async (query, name) => {
    const { status, bytes } = await fetched(server, `cartography?format=docx&${query}`);
    expect(status).toBe(400);
    expect(JSON.parse(bytes.toString()).message).toContain(name);
  });
  it('reports 4.1: names lead nowhere where their chapter is not part of the document', async () => {
    const xml = await main('cartography?vues=1');
    const known = new Set(found(xml, /<w:bookmarkStart w:id="\d+" w:name="([^"]+)"/g));
    expect(found(xml, /<w:hyperlink [^>]*w:anchor="([^"]+)"/g).filter((anchor) => !known.has(anchor))).toEqual([]);
    expect(paragraphs(xml).map(([, text]) => text)).toContain('Biology');
  });
  it('reports 4.4: a page for each critical application, with its contracts', async () => {
    const texts = paragraphs(await main('directory?date=2026-03-14'));
    const rows = (await sheetsOf(server, 'directory?date=2026-03-14'))[0]!.rows;
    const headings = texts.filter(([style]) => style === 'Heading1').map(([, text]) => text);
    const escaped = (text: unknown): string =>
      String(text)
        .replace('\u0001', '')
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;');
    expect(headings).toEqual([...new Set(rows.map(([name]) => escaped(name)))]);
    const without = rows.filter((row) => row[14] === null).length;
    expect(texts.filter(([, text]) => text === 'No active relation')).toHaveLength(without);
  });
  it('paper says as whom it was made where that is not everything, and claims nothing of what is hidden', async () => {
    const all = ['relation', 'entity'].map((key) => `${key}_access`);
    const read = ['reports_access', 'application_access', 'application_show'];
    const xmlFor = async (abilities: string[], format = 'docx'): Promise<Record<string, string>> => {
      const { token } = await server.userWith(abilities);
      const { bytes } = await fetched(server, `directory?date=2026-03-14&format=${format}`, {}, token);
      return Object.fromEntries((await unzipped(bytes)).map(({ name, content }) => [name, content.toString()]));
    };
    const note = /As seen by [^<]+, who may not see all of the map/;
    const hidden = await xmlFor(read);
    const texts = paragraphs(hidden['word/document.xml']!).map(([, text]) => text);
    expect(texts).toContain('No active relation that you may see');
    expect(texts).not.toContain('No active relation');
    expect([texts.some((text) => note.test(text)), note.test(hidden['word/footer1.xml']!)]).toEqual([true, true]);
    expect(note.test((await xmlFor(read, 'xlsx'))['xl/worksheets/sheet1.xml']!)).toBe(true);
    const contracts = await xmlFor([...read, ...all]);
    expect(paragraphs(contracts['word/document.xml']!).map(([, text]) => text)).toContain('No active relation');
    expect(note.test(contracts['word/footer1.xml']!)).toBe(true);
    expect(note.test((await parts('directory'))['word/footer1.xml']!)).toBe(false);
  });
  it('reports 4.13: the sections of every entry in their order, with bullets', async () => {
    const texts = paragraphs(await main('activityReport'));
    const records = (await sheetsOf(server, 'activityReport'))[1]!.rows;
    const headings = texts.filter(([style]) => style === 'Heading2').map(([, text]) => text);
    expect(headings).toEqual(records.map(([, section]) => section));
    const bullets = records.flatMap(([, , text]) => found(String(text ?? ''), /^• (.*)$/gm));
    const shown = texts.filter(([style]) => style === 'Bulleted').map(([, text]) => text);
    expect(shown.length).toBeGreaterThan(0);
    expect(bullets).toEqual(expect.arrayContaining(shown));
    expect(texts.map(([, text]) => text)).toContain('22-02-2026');
  });
});
