/** Headings, sheet names and labels of reports in French, where a request asks for that; what people wrote stays. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EN } from '../../src/reports/locales/en.js';
import { ABOUT_FR, FR } from '../../src/reports/locales/fr.js';
import { Label, translatorTo } from '../../src/reports/locales/index.js';
import { registry } from '../../src/engine/index.js';
import { englishIn } from '../core/i18n/english.js';
import { startDemo } from '../support/demo.js';
import type { TestServer } from '../support/server.js';
import { bothBooks, changedData, paragraphs, PATHS, saidInBook, type Pair } from './headings-support.js';
import { fillWith } from './nasty-map.js';
import { sheetsOf, type Sheet } from './report-client.js';

const KEYS = Object.keys(EN) as Array<keyof typeof EN>;
const DOCUMENT_PATHS = ['cartography', 'directory', 'activityReport'];
/** Styles of paragraphs that hold words of the program, or names of objects. */
const LABELS = ['Title', 'Subtitle', 'ContentsTitle', 'TOC1', 'TOC2', 'Heading1', 'Heading2', 'Lead', 'CardTitle', 'CardLabel']; // prettier-ignore

/** What is written the same in both languages. */
const SAME = new Set(
  (
    'Action|Administration|Application|Application source|Applications|Auth|C|Classification|Clusters|Configuration|Configurations|Contact|' +
    'Contacts|CPE|CPU|CVE|Cycle|Date|Description|Destination|DMZ|Documentation|Documents|I|Impacts|Importance|Information|Interface|IP|LAN|' +
    'MAN|Module source|Modules|MTD|MTDL|Nature|Note|Parent|Relation|Relations|RPO|RTO|Section|Service source|Services|Site|' +
    'Sites|Solution|Source|Sources|T|Type|Version|VLAN|WAN|Wifi|Zone|Zones'
  ).split('|'),
);

/** Also where it is put together from such words, as `Application C`, or a number of minutes. */
const isSame = (text: string): boolean =>
  SAME.has(text) || /^(\d+|\{count\}) minutes?$/.test(text) || text.split(' ').every((word) => SAME.has(word));

let server: TestServer;
let pairs: Pair[];
/** Names of fields, as programs have them in either language. */
let fields: Set<unknown>;
let books: Array<[path: string, sheets: Array<[Sheet, Sheet]>]>;

beforeAll(async () => {
  server = await startDemo('sqlite', {}, { today: new Date('2026-03-14T15:00:00Z') });
  // Names and texts that are words of the program elsewhere.
  await fillWith(server.database, {
    applications: [{ id: 900, name: 'Process', description: 'Yes', users: 'High', security_need_c: 4, rto: 1500 }],
    activities: [{ id: 900, name: 'Databases' }],
    activity_impact: [{ id: 900, activity_id: 900, impact_type: 'Processes', severity: 3 }],
    data_processing: [{ id: 900, name: 'Contract', legal_basis: 'Consent', lawfulness_consent: 1 }],
  });
  fields = new Set((await sheetsOf(server, 'maturity'))[1]!.rows.map(([, , field]) => field));
  books = [];
  for (const path of PATHS) books.push([path, await bothBooks(server, path)]);
  pairs = books.flatMap(([path, sheets]) => sheets.flatMap((both) => saidInBook(path, both)));
  const names = new Set((await sheetsOf(server, 'cartography'))[0]!.rows.map((row) => String(row[3])));
  for (const row of (await sheetsOf(server, 'activityReport'))[0]!.rows) names.add(String(row[0]));
  for (const path of DOCUMENT_PATHS) {
    const [english, french] = [await paragraphs(server, path, 'en'), await paragraphs(server, path, 'fr')];
    expect(french.map(({ style }) => style)).toEqual(english.map(({ style }) => style));
    english.forEach(({ style, text }, i) => {
      const told = french[i]!.text;
      // Further chapters have cards of objects that are in no workbook.
      const isName = text === told && (names.has(text) || style === 'CardTitle');
      if (LABELS.includes(style) && !isName) pairs.push({ english: text, french: told, place: `${path}: ${style}` });
    });
  }
});
afterAll(() => server.stop());

const hasWords = (text: string): boolean => /\p{L}/u.test(text);

it('contract 11: every heading, sheet name, label and word of every report has its French', () => {
  expect(pairs.length).toBeGreaterThan(1500);
  const untold = pairs.filter(
    ({ english, french }) => english === french && hasWords(english) && !isSame(english) && !fields.has(english),
  );
  expect([...new Set(untold.map(({ english }) => english))]).toEqual([]);
  expect(pairs.filter(({ french }) => englishIn(french).length)).toEqual([]);
  expect(pairs.filter(({ french }) => /^(undefined|null)?$/.test(french))).toEqual([]);
});

it('what people wrote is the same in both languages, even where it is a word of the program', async () => {
  for (const [path, sheets] of books) {
    for (const both of sheets) {
      expect({ path, changed: changedData(both) }).toEqual({ path, changed: [] });
      expect(both[1].rows).toHaveLength(both[0].rows.length);
    }
  }
  const french = (path: string): Sheet => books.find(([one]) => one === path)![1][0]![1];
  const mapped = french('cartography?granularity=3').rows.filter(
    ([, type, id]) => id === 900 && type === 'Applications',
  );
  expect(mapped.map((row) => row.slice(3))).toEqual(
    expect.arrayContaining([
      ['Process', 'Nom', 'Process'],
      ['Process', 'Description', 'Yes'],
      ['Process', 'Utilisateurs', 'High'],
      ['Process', 'Confidentialité', 'Très fort'],
      ['Process', 'RTO', '1 jour 1 heure'],
    ]),
  );
  expect(french('impacts').columns).toContain('Processes');
  const register = books.find(([path]) => path === 'activityReport')![1][1]![1].rows;
  expect(register).toContainEqual(['Contract', 'Base légale', 'Consent']);
  expect(register).toContainEqual(['Contract', 'Licéité', '• Consentement']);
  const crisis = await paragraphs(server, 'directory', 'fr');
  expect(crisis).toContainEqual({ style: 'Heading1', text: 'Process' });
  expect(crisis).toContainEqual({ style: 'CardText', text: 'Très fort' });
  expect(crisis).toContainEqual({ style: 'Lead', text: 'Aucune relation active' });
});

it('headings and sheets that differ in English differ in French, and spreadsheets take the names', () => {
  const distinct = (texts: readonly string[]): number => new Set(texts.map((text) => text.toLowerCase())).size;
  for (const [path, sheets] of books) {
    const names = sheets.map(([, { name }]) => name);
    expect({ path, distinct: distinct(names) }).toEqual({ path, distinct: names.length });
    expect(names.filter((name) => name.length > 31 || /[[\]:*?/\\]/.test(name))).toEqual([]);
    for (const [english, french] of sheets) {
      const sheet = `${path} ${english.name}`;
      expect({ sheet, distinct: distinct(french.columns) }).toEqual({ sheet, distinct: distinct(english.columns) });
    }
  }
});

describe('the catalogues', () => {
  it('say every text in both languages, with the same places', () => {
    expect(Object.keys(FR).sort()).toEqual([...KEYS].sort());
    const placesOf = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();
    expect(KEYS.filter((key) => String(placesOf(EN[key])) !== String(placesOf(FR[key])))).toEqual([]);
    const types = registry.all().map(({ titles }) => titles.fr[1]);
    const french = [...Object.values(FR), ...types, ...Object.values(ABOUT_FR)];
    expect(french.filter((text) => englishIn(text).length)).toEqual([]);
    expect(KEYS.filter((key) => hasWords(EN[key]) && EN[key] === FR[key] && !isSame(EN[key]))).toEqual([]);
  });

  it('have nothing that no report says, and no type that there is not', () => {
    const code = ['reports', 'vulnerabilities']
      .map((room) => resolve(__dirname, '../../src', room))
      .flatMap((room) =>
        readdirSync(room, { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.ts') && !name.startsWith('locales'))
          .map((name) => readFileSync(join(room, name), 'utf8')),
      )
      .join('\n');
    expect(KEYS.filter((key) => !code.includes(`'${key}'`))).toEqual([]);
    const paths = registry.all().map(({ path }) => path);
    expect(Object.keys(ABOUT_FR).filter((path) => !paths.includes(path))).toEqual([]);
    const words = new Set(Object.values({ ...EN }).flatMap((text) => [text, ...text.split(' ')]));
    expect([...SAME].filter((text) => !words.has(text) && !pairs.some(({ english }) => english === text))).toEqual([]);
  });

  it('put values and labels into the places of a sentence', () => {
    const translate = translatorTo('fr');
    expect(translate('granularityOf', { granularity: 2 })).toBe('Granularité 2 sur 3');
    expect(translate('contractsOn', { day: '2026-03-14' })).toBe('Contrats en vigueur le 2026-03-14');
    const reason = new Label('providerUnreachableCode', { provider: 'nvd ($&)', code: 'ECONNREFUSED' });
    expect(translate('failedSeveral', { reason, count: 2, local: 1 })).toBe(
      'nvd ($&) est injoignable (ECONNREFUSED) : 2 produits, dont 1 renseignés par ce qui était déjà connu',
    );
    expect(reason.in('en')).toBe('nvd ($&) cannot be reached (ECONNREFUSED)');
  });
});
