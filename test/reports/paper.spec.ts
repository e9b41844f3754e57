/** How reports look on paper: pages of documents that can be found and turned, sheets that can be read when printed. @seconds 10 */
import { unzipped } from '../support/unzip.js';
import { startDemo } from '../support/demo.js';
import { ENGINES } from '../support/engines.js';
import type { TestServer } from '../support/server.js';
import { fetched, opened } from './report-client.js';

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1]!);

describe.each(ENGINES)('reports on paper on %s', (engine) => {
  let server: TestServer;
  /** A file below `/api`. */
  const exported = async ({ url, token }: TestServer, path: string, body?: object): Promise<{ bytes: Buffer }> => {
    const response = await fetch(`${url}/api/${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return { bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const main = async (path: string): Promise<string> => {
    const { bytes } = await fetched(server, path);
    return (await unzipped(bytes)).find(({ name }) => name === 'word/document.xml')!.content.toString();
  };
  beforeAll(async () => {
    server = await startDemo(engine, {}, { today: new Date('2026-03-14T15:00:00Z') });
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
    expect(introductions.filter((text) => !text.includes('<w:keepNext/>'))).toEqual([]);
    const captions = found(xml, /(<w:p><w:pPr><w:pStyle w:val="Caption"\/>.*?<\/w:p>)/gs);
    expect(captions).toHaveLength(6);
    const tables = found(xml, /(<w:tbl>.*?<\/w:tbl>)/gs);
    expect(tables.filter((table) => !table.includes('<w:tblHeader/>'))).toEqual([]);
  });
  it('reports 3: printed sheets repeat their headings and number their pages', async () => {
    const book = await opened((await fetched(server, 'cartography?lang=fr')).bytes);
    for (const { name, pageSetup, headerFooter, views } of book.worksheets) {
      expect([name, pageSetup.orientation, headerFooter.oddFooter]).toEqual([name, 'landscape', '&L&A&R&P / &N']);
      expect(views).toEqual([expect.objectContaining({ state: 'frozen', ySplit: 1 })]);
      // A reference to such a name would break the workbook.
      const titles = name.includes("'") ? [undefined, undefined] : ['1:1', expect.stringMatching(/^A:[A-D]$/)];
      expect([name, pageSetup.printTitlesRow, pageSetup.printTitlesColumn]).toEqual([name, ...titles]);
    }
    expect(book.worksheets.some(({ name }) => name.includes("'"))).toBe(true);
  });
  it.each([
    ['report/entities', 1],
    ['report/applicationsByBlocks', 2],
    ['report/changes', 2],
    ['report/securityNeeds', 1],
    ['sites/export', 3],
    ['applications/export', 3],
    ['vlans/export', 3],
  ])('reports 3: the names of %s stay in sight and come on every page', async (path, names) => {
    const [sheet] = (await opened((await exported(server, path)).bytes)).worksheets;
    expect(sheet!.views).toEqual([expect.objectContaining({ state: 'frozen', xSplit: names, ySplit: 1 })]);
    expect(sheet!.pageSetup.printTitlesColumn).toBe(`A:${'ABCD'[names - 1]}`);
    expect(String(sheet!.getRow(1).getCell(names).value)).toMatch(
      /^(Name|name|Application block|Change|Macro-process)$/,
    );
  });
  it.each([
    ['entities', 7],
    ['vlans', 9],
    ['externalAccess', 12],
    ['logicalServerConfigs', 15],
    ['maturity', 10],
    ['maturity?lang=fr', 10],
  ])('reports 3: the columns of %s fit on a page that can be read', async (path, count) => {
    const [sheet] = (await opened((await fetched(server, path)).bytes)).worksheets;
    expect(sheet!.columnCount).toBe(count);
    expect(sheet!.pageSetup).toMatchObject({ fitToPage: true, fitToWidth: 1, fitToHeight: 0 });
    const widths = sheet!.columns.map(({ width }) => width!);
    expect(widths.reduce((sum, width) => sum + width)).toBeLessThanOrEqual(220);
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(12);
    // What does not fit beside the next cell goes on below.
    sheet!.eachRow((row, number) =>
      row.eachCell((cell, column) => {
        const text = String(cell.value);
        if (number === 1 || typeof cell.value !== 'string' || text.length <= widths[column - 1]!) return;
        expect([text, cell.alignment.wrapText, row.height > 15]).toEqual([text, true, true]);
      }),
    );
  });
  it.each([
    ['report/applicationsByBlocks', 26, 1],
    ['report/directory', 25, 1],
    ['report/securityNeeds', 30, 1],
    ['report/activityList', 18, 1],
    ['report/activityReport', 25, 1],
    ['applications/export', undefined, 2],
  ])('reports 3: of %s twenty rows fit on two pages of A3', async (path, count, across) => {
    const [sheet] = (await opened((await exported(server, path)).bytes)).worksheets;
    if (count) expect(sheet!.columnCount).toBe(count);
    const { paperSize, orientation, fitToPage, fitToWidth, fitToHeight, printTitlesColumn } = sheet!.pageSetup;
    expect({ paperSize, orientation, fitToPage, fitToWidth, fitToHeight }).toEqual({
      ...{ paperSize: 8, orientation: 'landscape', fitToPage: true, fitToWidth: across, fitToHeight: 0 },
    });
    const widths = sheet!.columns.map(({ width }) => width!);
    const repeated = printTitlesColumn!.charCodeAt(2) - 64;
    const total = widths.reduce((sum, width) => sum + width);
    const again = widths.slice(0, repeated).reduce((sum, width) => sum + width);
    // A character of 320 across a page of A3 is 7 points high.
    expect(total + (across - 1) * again).toBeLessThanOrEqual(320 * across);
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(9);
    // So many lines has a page at that size.
    const LINES = 75;
    const heading = sheet!.getRow(1).height / 15;
    const most = Math.max(
      ...Array.from({ length: sheet!.rowCount - 1 }, (_, i) => (sheet!.getRow(i + 2).height || 15) / 15),
    );
    expect(20 * most + 2 * heading).toBeLessThanOrEqual((2 / across) * LINES);
  });
  it.each(['en', 'fr'])('reports 3: the register is printed as cards, side by side, in %s', async (lang) => {
    const [list] = (await opened((await fetched(server, 'activityList')).bytes)).worksheets;
    const names = Array.from({ length: list!.rowCount - 1 }, (_, i) => String(list!.getRow(i + 2).getCell(1).value));
    for (const report of ['activityList', 'activityReport']) {
      const cards = (await opened((await fetched(server, `${report}?lang=${lang}`)).bytes)).worksheets.at(-1)!;
      expect(cards.name).toBe(lang === 'fr' ? 'Fiches à imprimer' : 'Cards');
      expect(cards.pageSetup).toMatchObject({ paperSize: 8, fitToWidth: 1 });
      const heads: string[] = [];
      cards.eachRow((row, number) => {
        if (number === 1 || !row.getCell(1).font?.bold) return;
        row.eachCell((cell, column) => void (column > 1 && cell.value !== null && heads.push(String(cell.value))));
      });
      expect(heads).toEqual(names);
      const texts: string[] = [];
      cards.eachRow((row) => row.eachCell((cell) => void texts.push(String(cell.value))));
      expect(texts).toEqual(expect.arrayContaining(['Public interest, health care', '20 years after the last stay']));
    }
  });
  it.each(['securityNeeds', 'maturity', 'activityList', 'logicalServerConfigs', 'cartography'])(
    'reports 3: headings of %s are seen whole, in both languages',
    async (path) => {
      for (const language of ['en', 'fr']) {
        for (const sheet of (await opened((await fetched(server, `${path}?lang=${language}`)).bytes)).worksheets) {
          sheet.getRow(1).eachCell((cell, column) => {
            const heading = String(cell.value);
            const room = sheet.getColumn(column).width! - 3;
            const lines = Math.max(Math.ceil(heading.length / room), ...[/\s/.test(heading) ? 1 : 0]);
            expect(cell.alignment.wrapText).toBe(true);
            expect([heading, sheet.getRow(1).height >= lines * 15]).toEqual([heading, true]);
          });
        }
      }
    },
  );
  it('reports 3: sums of a view do not look like the kinds below them, though one has the name of another', async () => {
    for (const [language, views] of [
      ['en', ['Ecosystem', 'Business', 'Applications']],
      ['fr', ['Écosystème', 'Métier', 'Applications']],
    ] as const) {
      const [sheet] = (await opened((await fetched(server, `maturity?lang=${language}`)).bytes)).worksheets;
      const bold: string[] = [];
      const plain: string[] = [];
      sheet!.eachRow((row, number) => {
        if (number === 1) return;
        const looks = Array.from({ length: 10 }, (_, i) => {
          const { font, fill } = row.getCell(i + 1);
          return font?.bold === true && fill?.type === 'pattern';
        });
        expect(new Set(looks).size).toBe(1);
        (looks[0] ? bold : plain).push(String(row.getCell(1).value));
      });
      expect(bold).toEqual(expect.arrayContaining([...views]));
      expect(bold).toHaveLength(6);
      expect(plain).toContain('Applications');
    }
  });
  it('reports 3: a stored query is printed on one page width too, its first column on each', async () => {
    const fields = ['name', 'vendor', 'product'];
    const { bytes } = await exported(server, 'queries/run?format=xlsx', { query: { from: 'applications', fields } });
    const [sheet] = (await opened(bytes)).worksheets;
    expect(sheet!.views).toEqual([expect.objectContaining({ state: 'frozen', xSplit: 1, ySplit: 1 })]);
    expect(sheet!.pageSetup).toMatchObject({
      ...{ orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
      ...{ printTitlesRow: '1:1', printTitlesColumn: 'A:A' },
    });
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
