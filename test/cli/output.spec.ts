/** Tables and CSV of the command line, letter by letter. */
import { CsvWriter, JsonWriter, TableWriter, type Row, type OutputWriter } from '../../src/cli/output.js';
import { terminalWidth } from '../../src/cli/terminal.js';

const written = (writer: OutputWriter, rows: readonly Row[]): string =>
  rows.map((row) => writer.row(row)).join('') + writer.end();
const table = (rows: readonly Row[], columns?: string[], width?: number): string[] =>
  written(new TableWriter(columns, width), rows).split('\n').slice(0, -1);

describe('tables', () => {
  it('put the id and the name first, numbers to the right, and leave out what holds nothing', () => {
    const rows = [
      { id: 9, type: null, rto: 60, name: 'Été' },
      { id: 10, type: '', rto: null, name: 'Imago' },
    ];
    expect(table(rows)).toEqual(['id  name   rto', ' 9  Été     60', '10  Imago']);
    expect(table(rows, ['rto', 'type'])).toEqual(['rto  type', ' 60', '']);
    expect(table([])).toEqual([]);
  });
  it('show related objects by their names, and nothing that a terminal would obey', () => {
    const rows = [
      {
        name: 'a\u001b[31mb\nc\u202ed',
        servers: [{ id: 1, name: 'SRV\u0007-1' }, { id: 2 }],
        ids: [3, 4],
        site: { name: 'North' },
      },
    ];
    expect(table(rows)).toEqual([
      'name         servers           ids   site',
      'a [31mb c d  SRV -1, {"id":2}  3, 4  North',
    ]);
  });
  it('cut long texts, but not the last column that was asked for', () => {
    const long = 'x'.repeat(70);
    expect(table([{ a: long, b: long }], ['a', 'b'])[1]).toBe(`${'x'.repeat(59)}…  ${long}`);
    expect(table([{ a: long, b: long }])[1]).toBe(`${'x'.repeat(59)}…  ${'x'.repeat(59)}…`);
  });
  it('keep to the width of the terminal', () => {
    const row = { id: 1, name: 'North campus', type: 'hospital', description: 'Old mill by the river' };
    expect(table([row], undefined, 30)).toEqual(['id  name          type', ' 1  North campus  hospital']);
    expect(table([row], ['name', 'description'], 24)).toEqual([
      'name          description',
      'North campus  Old mill b…',
    ]);
  });
  it('are measured by the first rows: later ones are cut to that', () => {
    const rows = [
      ...Array.from({ length: 200 }, () => ({ name: 'short', id: 1 })),
      { name: 'longer than that', id: 2 },
    ];
    expect(table(rows).at(-1)).toBe(' 2  long…');
  });
});

describe('CSV and JSON', () => {
  it('are those of RFC 4180 with a guard against formulas, and one document', () => {
    const rows = [
      { id: 1, name: '=1+1', ids: [1, 2], site: { id: 3 } },
      { id: 2, name: 'a "b", c\nd', ids: [], site: null },
    ];
    expect(written(new CsvWriter(undefined), rows)).toBe(
      `id,name,ids,site\r\n1,'=1+1,"1, 2","{""id"":3}"\r\n2,"a ""b"", c\nd",,\r\n`,
    );
    expect(written(new CsvWriter(['name', 'id']), [])).toBe('name,id\r\n');
    expect(written(new CsvWriter(undefined), [])).toBe('');
    expect(JSON.parse(written(new JsonWriter(), rows))).toEqual(rows);
    expect(written(new JsonWriter(), [])).toBe('[]\n');
  });
});

it.each([
  [true, 120, 120],
  [true, 0, 80],
  [false, undefined, undefined],
])('a terminal (%p) that says %p columns has %p', (isTTY, columns, expected) => {
  const { stdout } = process;
  const before = { isTTY: stdout.isTTY, columns: stdout.columns };
  try {
    Object.assign(stdout, { isTTY, columns });
    expect(terminalWidth()).toBe(expected);
  } finally {
    Object.assign(stdout, before);
  }
});
