/** Plans on a terminal: those made here, and those that a server answered. @seconds 1 */
import { Message } from '../../src/core/i18n/messages.js';
import type { Blocked, Change, Counts } from '../../src/feed/plan/changes.js';
import { printPlan, type PrintedFinding, type PrintedPlan } from '../../src/feed/plan/print.js';

const COUNTS: Counts = {
  ...{ items: 10_000, create: 1, update: 1, restore: 0, mark: 1, delete: 0, unchanged: 9997, missing: 1, adopted: 0 },
  ...{ skipped: 0, kept: 1, kept_new: 1, warnings: 0, errors: 1 },
};
const TYPE = 'logical-servers';
const CHANGES: Change[] = [
  {
    ...{ n: 1, action: 'create', type: TYPE, ref: 'vm-1044', name: 'SRV-APP-07' },
    set: { name: [null, 'SRV-APP-07'], operating_system: [null, 'Debian 12'], active: [0, 1] },
    links: { physical_servers: { add: [{ id: 3, name: 'ESX-03' }], remove: [] } },
  },
  {
    ...{ n: 2, action: 'update', type: TYPE, id: 17, ref: 'vm-1001', name: 'SRV-WEB-01', by: 'ref' },
    set: {
      operating_system: ['Debian 12', 'Debian 13'],
      site_id: [null, { new: true, name: 'Annex' }],
      cpu: ['4', null],
    },
    links: { physical_servers: { add: [{ id: 2, name: 'ESX-02' }], remove: [{ id: 1, name: 'ESX-01' }] } },
    from: { cpu: 'GLPI' },
  },
  {
    ...{ n: 3, action: 'mark', type: TYPE, id: 12, ref: 'vm-0007', name: 'SRV-OLD-01', by: 'ref', missing: true },
    set: { active: [1, 0] },
  },
];
const kept = (code: string, more: Partial<PrintedFinding> = {}): PrintedFinding => ({
  ...{
    level: 'kept',
    code,
    item: 3,
    type: TYPE,
    ref: 'vm-8',
    id: 18,
    field: 'memory',
    said: 8192,
    stored: '16384',
    new: true,
  },
  ...more,
});
const FINDINGS: PrintedFinding[] = [
  kept('by-hand'),
  {
    ...{ level: 'error', code: 'ambiguous', item: 50, type: TYPE, ref: 'vm-1050' },
    phrase: new Message('feedAmbiguous', { rule: 'serial', objects: '#7, #31' }),
  },
];
const plan = (more: Partial<PrintedPlan> = {}): PrintedPlan => ({
  ...{
    id: 'pl_7k3',
    source: 'VCENTER',
    precedence: 60,
    mode: 'full',
    scope: 'paris',
    expires_at: '2026-02-09T06:00:00Z',
  },
  ...{ counts: COUNTS, blocked: [{ code: 'errors' }], changes: CHANGES, findings: FINDINGS },
  ...more,
});

const EXPECTED = `
Source VCENTER (60), full, scope paris                                    pl_7k3, until 2026-02-09 06:00
+ logical-servers  SRV-APP-07                       vm-1044
      operating_system  Debian 12
      active            1
      physical_servers  + ESX-03
~ logical-servers  SRV-WEB-01 #17                   vm-1001  by ref
      operating_system  Debian 12 → Debian 13
      site_id           Annex
      cpu               4 → ∅ (GLPI)
      physical_servers  + ESX-02  − ESX-01
? logical-servers  SRV-OLD-01 #12                   vm-0007  missing: active 1 → 0
= kept   logical-servers #18 memory: 16384 (by hand), VCENTER says 8192                       new
! error  item 50 logical-servers vm-1050: More than one object fits by serial: #7, #31
10,000 items: 1 created, 1 changed, 1 marked, 9,997 unchanged, 0 adopted; 1 missing; 1 kept (1 new); 1 error.
What people keep stays: meridian feed free TYPE ID FIELD lets VCENTER write it.
Nothing can be applied until the error is gone, or --skip-errors.`;

describe('the print of a plan', () => {
  it('is as in the specification', () => {
    expect(['', ...printPlan(plan(), 'en')]).toEqual(EXPECTED.split('\n'));
  });
  it('is the same of what a server answered', () => {
    const answered = JSON.parse(JSON.stringify(plan())) as PrintedPlan;
    const findings = FINDINGS.map(({ phrase, ...finding }) => ({
      ...finding,
      ...(phrase && { message: phrase.in('en') }),
    }));
    expect(['', ...printPlan({ ...answered, findings }, 'en')]).toEqual(EXPECTED.split('\n'));
  });
  it('tells the value that is wrong, and once what is told of many items', () => {
    const wrong = (item: number, more: Partial<PrintedFinding>): PrintedFinding => ({
      ...{ level: 'error', code: 'invalid', item, type: TYPE, ref: `vm-${item}`, field: 'address_ip' },
      ...{ phrase: new Message('format', { field: 'address_ip' }), ...more },
    });
    const ignored = { level: 'warning', code: 'ignored-field', field: 'ip', said: 'x' } as const;
    const findings = [
      wrong(1, { said: '10.0.0.999' }),
      ...Array.from({ length: 20 }, (_, i) =>
        wrong(i + 2, { ...ignored, phrase: new Message('feedIgnored', { field: 'ip' }) }),
      ),
      wrong(30, { said: '10.0.0.999' }),
      wrong(31, { said: `${'9'.repeat(150)}` }),
      wrong(32, { said: '10.0.0.999', type: 'clusters' }),
      kept('by-hand'),
      kept('by-hand'),
    ];
    const lines = printPlan(plan({ findings }), 'en').filter((line) => /^[!*=]/.test(line));
    expect(lines).toEqual([
      '! error  2 items, the first item 1 logical-servers vm-1 address_ip: The address_ip field format is invalid (said: 10.0.0.999)',
      '* warning  20 items, the first item 2 logical-servers vm-2 ip: The field ip is unknown or cannot be written, and was passed over',
      `! error  item 31 logical-servers vm-31 address_ip: The address_ip field format is invalid (said: ${'9'.repeat(100)}…)`,
      '! error  item 32 clusters vm-32 address_ip: The address_ip field format is invalid (said: 10.0.0.999)',
      expect.stringMatching(/^= kept /),
      expect.stringMatching(/^= kept /),
    ]);
    expect(printPlan(plan({ findings }), 'fr').join('\n')).toContain('2 éléments, le premier élément 1 ');
  });
  it('names the field and the value of errors, warnings and notes', () => {
    const pointer = (level: 'error' | 'warning', more: Partial<PrintedFinding>): PrintedFinding => ({
      ...{ level, code: 'unresolved', item: 4, type: 'containers', ref: 'prod/frontend' },
      ...{ phrase: new Message('feedNoName'), ...more },
    });
    const portal = { field: 'applications', said: { name: 'appointment-portal' } };
    const findings = [
      pointer('warning', portal),
      pointer('warning', { ...portal, item: 5, ref: 'prod/backend' }),
      pointer('warning', { ...portal, field: 'databases' }),
      pointer('error', { field: 'bay_id', said: { ref: 'R9' }, phrase: new Message('feedNoRef') }),
    ];
    const lines = printPlan(plan({ findings }), 'en').filter((line) => /^[!*]/.test(line));
    expect(lines).toEqual([
      '* warning  2 items, the first item 4 containers prod/frontend applications: nothing has this name (said: appointment-portal)',
      '* warning  item 4 containers prod/frontend databases: nothing has this name (said: appointment-portal)',
      '! error  item 4 containers prod/frontend bay_id: nothing has this ref (said: {"ref":"R9"})',
    ]);
  });
  it('shows what goes missing and stays, behind the changes, and why where more is asked for', () => {
    const gone = (id: number, code: string, more: Partial<PrintedFinding> = {}): PrintedFinding => ({
      ...{ level: 'note', code, type: TYPE, ref: `vm-${id}`, id, name: `OLD-${id}` },
      ...more,
    });
    const findings = [
      kept('by-hand'),
      gone(12, 'missing', { phrase: new Message('feedMissing') }),
      gone(13, 'missing', { message: 'It is no longer reported.' }),
      gone(14, 'seen-elsewhere', { phrase: new Message('feedSeenElsewhere', { sources: 'GLPI' }) }),
      { level: 'note', code: 'left-out', message: 'Left out: services (2).' } as const,
    ];
    const expected = [
      '? logical-servers  OLD-12 #12                       vm-12  missing',
      '? logical-servers  OLD-13 #13                       vm-13  missing',
      '? logical-servers  OLD-14 #14                       vm-14  missing: Still seen by GLPI, so it is neither marked nor deleted',
    ];
    const rest = [expect.stringMatching(/^= kept /), '* note   Left out: services (2)'];
    const linesOf = (most?: number): string[] =>
      printPlan(plan({ changes: [], findings, counts: { ...COUNTS, create: 0, update: 0, mark: 0 } }), 'en', most);
    expect(linesOf().slice(1, 6)).toEqual([...expected, ...rest]);
    expect(linesOf(1).slice(1, 5)).toEqual([
      expected[0],
      '… and 2 more logical-servers; meridian feed show pl_7k3 -o text',
      ...rest,
    ]);
    expect(printPlan(plan({ findings }), 'fr').join('\n')).toMatch(/vm-14 {2}manquant: Encore vu par GLPI/);
  });
  it('says plainly that everything was older', () => {
    const counts = { ...COUNTS, items: 2, create: 0, update: 0, mark: 0, unchanged: 0, missing: 0, kept: 2, errors: 0 };
    const older = { level: 'kept', code: 'older', type: TYPE, phrase: new Message('feedItemOlder', { date: '2026' }) };
    const said = (more: Partial<PrintedPlan>): string =>
      printPlan(
        plan({ changes: [], blocked: [], counts, findings: [older, older] as PrintedFinding[], ...more }),
        'en',
      ).at(-1)!;
    expect(said({})).toBe('All of it is older than what VCENTER said last: nothing was taken from it.');
    expect(said({ counts: { ...counts, items: 3, unchanged: 1 } })).toMatch(/^3 items/);
    expect(said({ findings: [older as PrintedFinding, kept('deleted-by-hand')] })).not.toContain('older');
  });
  it('tells which source outranks, and by how much', () => {
    const phrase = new Message('feedOutranked', { source: 'GLPI', theirs: 60, ours: 40 });
    const lines = printPlan(plan({ findings: [kept('outranked', { by: 'GLPI', phrase })] }), 'en');
    expect(lines.join('\n')).toContain('memory: 16384 (GLPI ranks higher, 60 to 40), VCENTER says 8192');
  });
  it('shows the first changes of a type, and how to see the others', () => {
    const changes = Array.from({ length: 53 }, (_, n): Change => ({
      n,
      action: 'create',
      type: TYPE,
      name: `${n}`,
      set: {},
    }));
    const lines = printPlan(plan({ changes, findings: [], counts: { ...COUNTS, create: 1053 } }), 'en', 50);
    expect(lines.slice(50, 53)).toEqual([
      '+ logical-servers  49',
      '… and 3 more logical-servers; meridian feed show pl_7k3 -o text',
      '… and 1,002 more changes; meridian feed show pl_7k3 -o text',
    ]);
  });
  it('tells of a first run what stood before', () => {
    const counts = { ...COUNTS, adopted: 900, kept: 1204, kept_new: 1204, errors: 0 };
    const lines = printPlan(plan({ counts, blocked: [], findings: [kept('by-hand')] }), 'en');
    expect(lines.at(-1)).toBe('1,204 values stood before VCENTER spoke and were kept; --take lets it own them.');
    const whole = { ...counts, kept: 2, kept_new: 2 };
    const findings = [kept('by-hand'), kept('outranked', { by: 'GLPI' })];
    const few = printPlan(plan({ counts: whole, blocked: [], findings }), 'en');
    expect(few.at(-1)).toBe('1 value stood before VCENTER spoke and was kept; --take lets it own it.');
    expect(printPlan(plan({ counts: whole, blocked: [], findings }), 'fr').at(-1)).toMatch(/^1 valeur était là /);
    expect(few.at(-3)).toContain('memory: 16384 (GLPI), VCENTER says 8192');
  });
  it.each<[Blocked, RegExp, RegExp]>([
    [
      { code: 'missing-guard', missing: 2000, of: 8000 },
      /2,000 of 8,000 .*--allow-missing 2,?000/,
      /2\s000 objets sur 8\s000/,
    ],
    [{ code: 'empty', missing: 3, of: 3 }, /without items.*--allow-missing 3 /, /sans élément.*--allow-missing 3 /],
    [{ code: 'older' }, /newer .*--allow-older /, /plus récente .*--allow-older /],
    [{ code: 'errors' }, /until the error is gone/, /cette erreur/],
  ])('tells why nothing can be applied: %j', (blocked, english, french) => {
    expect(printPlan(plan({ blocked: [blocked] }), 'en').at(-1)).toMatch(english);
    expect(printPlan(plan({ blocked: [blocked] }), 'fr').at(-1)).toMatch(french);
  });
  it('speaks French, and steers no terminal', () => {
    const evil = CHANGES.map((change) => ({ ...change, name: 'A\u001b[31m\u0085' }));
    const lines = printPlan(plan({ changes: evil }), 'fr');
    expect(lines.join('')).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
    expect(lines[1]).toBe(`+ logical-servers  A\\x1b[31m\\x85${' '.repeat(20)}vm-1044`);
    expect(lines.at(-2)).toContain('meridian feed free');
    expect(lines.at(-3)).toMatch(/éléments ; créés : 1, .*gardés : 1 \(nouveaux : 1\) ; 1 erreur\.$/);
  });
});

describe('what the reader may not list', () => {
  const hidden = { hidden: true } as unknown as { id: number; name: string };
  const change: Change = {
    ...{ n: 1, action: 'update', type: TYPE, id: 17, ref: 'vm-1', name: 'SRV' },
    set: { site_id: [hidden, hidden] },
    links: { applications: { add: [hidden, { id: 4, name: 'Ledger' }], remove: [hidden] } },
  };
  const finding: PrintedFinding = {
    ...{ level: 'error', code: 'ambiguous', item: 1, type: TYPE, ref: 'vm-1', field: 'applications' },
    ...{ said: { hidden: true }, message: 'More than one object fits by name: ….' },
  };

  it.each([
    ['en', 'hidden'],
    ['fr', 'masqué'],
  ] as const)('is said to be hidden, in %s', (language, word) => {
    const lines = printPlan(
      plan({ changes: [change], findings: [finding, kept('by-hand', { said: { hidden: true } })] }),
      language,
    );
    const text = lines.join('\n');
    expect(text).toContain(`site_id       ${word} → ${word}`);
    expect(text).toContain(`applications  + ${word}  + Ledger  − ${word}`);
    expect(text).not.toMatch(/"hidden"|[+−] {2}|[+−] *$/m);
    expect(text.split(word).length - 1).toBeGreaterThanOrEqual(5);
  });

  it('findings that are counted alone stand among the others, also of what goes missing', () => {
    const more = (level: 'error' | 'note', code: string): PrintedFinding => ({
      ...{ level, code, type: TYPE, more: 4990 },
      phrase: new Message('feedMoreFindings', { count: 4990, code }),
    });
    const text = printPlan(plan({ findings: [more('error', 'ambiguous'), more('note', 'missing')] }), 'en').join('\n');
    expect(text).toContain(`${TYPE}: and 4990 more like this (ambiguous)`);
    expect(text).toContain(`${TYPE}: and 4990 more like this (missing)`);
    expect(text).not.toContain('#undefined');
  });
});
