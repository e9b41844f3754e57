/** How reports look on paper: pages of documents that can be found and turned, sheets that can be read when printed. */
import { fillDemo } from '../../src/demo/fill.js';
import { unzipped } from '../../src/reports/writers/zip.js';
import { ENGINES } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';
import { fetched, opened } from './report-client.js';

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1]!);

describe.each(ENGINES)('reports on paper on %s', (engine) => {
  let server: TestServer;
  const main = async (path: string): Promise<string> => {
    const { bytes } = await fetched(server, path);
    return (await unzipped(bytes)).find(({ name }) => name === 'word/document.xml')!.content.toString();
  };
  beforeAll(async () => {
    server = await TestServer.start(engine);
    await fillDemo(server.server, { passwordOf: () => ADMIN.password, today: new Date('2026-03-14T15:00:00Z') });
  });
  afterAll(() => server.stop());

  it.each(['cartography?format=docx', 'directory?format=docx', 'activityReport?format=docx'])(
    'reports 4: the contents of %s tell the page of each heading, to every program',
    async (path) => {
      const xml = await main(path);
      const lines = found(xml, /(<w:p><w:pPr><w:pStyle w:val="TOC\d"\/>.*?<\/w:p>)/gs);
      const headings = found(xml, /(<w:p><w:pPr><w:pStyle w:val="Heading[12]"\/>.*?<\/w:p>)/gs);
      const top = path.startsWith('cartography')
        ? headings
        : headings.filter((heading) => heading.includes('Heading1'));
      const anchors = top.map((heading) => /w:name="([^"]+)"/.exec(heading)![1]!);
      expect(lines.length).toBeGreaterThan(3);
      expect(lines.map((line) => /w:anchor="([^"]+)"/.exec(line)![1])).toEqual(anchors);
      expect(lines.map((line) => /PAGEREF (\S+) /.exec(line)![1])).toEqual(anchors);
      const texts = (part: string): string => found(part, /<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g).join('');
      expect(lines.map((line) => texts(line).replace(/^[\d.]+ /, ''))).toEqual(top.map(texts));
      // Word knows them as one table, which it can make anew; others see references to pages, which they work out.
      const table = found(xml, /<mc:Choice Requires="w15">(.*?)<\/mc:Choice>/g);
      expect(table).toEqual([
        expect.stringMatching(/^<w:fldChar w:fldCharType="begin"[^>]*\/><w:instrText [^>]*>TOC .*"separate"\/>$/),
        '<w:fldChar w:fldCharType="end"/>',
      ]);
      const begun = xml.match(/<w:fldChar w:fldCharType="begin"/g)!.length;
      expect(xml.match(/<w:fldChar w:fldCharType="end"/g)).toHaveLength(begun);
    },
  );
  it('reports 4.1: headings and introductions stay with what follows, and headings of tables come on every page', async () => {
    const xml = await main('cartography?format=docx&graph');
    const introductions = found(xml, /(<w:p><w:pPr><w:pStyle w:val="Lead"\/>.*?<\/w:p>)/gs);
    const captions = introductions.filter((text) => text.includes('The picture shows'));
    expect(introductions.filter((text) => !text.includes('<w:keepNext/>'))).toEqual(captions);
    const tables = found(xml, /(<w:tbl>.*?<\/w:tbl>)/gs);
    expect(tables.filter((table) => !table.includes('<w:tblHeader/>'))).toEqual([]);
  });
  it('reports 3: printed sheets repeat their headings and number their pages', async () => {
    const book = await opened((await fetched(server, 'cartography?lang=fr')).bytes);
    for (const { name, pageSetup, headerFooter, views } of book.worksheets) {
      expect([name, pageSetup.orientation, headerFooter.oddFooter]).toEqual([name, 'landscape', '&L&A&R&P / &N']);
      expect(views).toEqual([expect.objectContaining({ state: 'frozen', ySplit: 1 })]);
      // A reference to such a name would break the workbook.
      expect([name, pageSetup.printTitlesRow]).toEqual([name, name.includes("'") ? undefined : '1:1']);
    }
    expect(book.worksheets.some(({ name }) => name.includes("'"))).toBe(true);
  });
  it('reports 3: numbers stand apart from the texts beside them, and levels from each other', async () => {
    const book = await opened((await fetched(server, 'securityNeeds')).bytes);
    const level = book.worksheets[0]!.getRow(2).getCell(2);
    expect(level.alignment).toEqual(expect.objectContaining({ horizontal: 'center' }));
    expect(level.border.left).toEqual({ style: 'thin', color: { argb: 'FFFFFFFF' } });
    const [mapping] = (await opened((await fetched(server, 'cartography')).bytes)).worksheets;
    expect(mapping!.getRow(2).getCell(3).alignment).toEqual(
      expect.objectContaining({ horizontal: 'right', indent: 1 }),
    );
  });
});
