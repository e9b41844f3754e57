/** What every page says of itself, and where the documentation that comes with the server tells more. */
import { t, type PlainKey } from '../i18n/index.js';

/** The pages of docs/ that are for whoever uses the map, by name, in the order in which they are read. */
export const HELP_PAGES: readonly string[] = [
  ...['pages', 'getting-started', 'objects', 'lists', 'search', 'graph', 'pictures', 'reports', 'queries', 'bulk'],
  ...[
    'feeding',
    'events',
    'vulnerabilities',
    'checks',
    'templates',
    'authentication',
    'perimeters',
    'command-line',
    'typescript-client',
  ],
];

interface PageHelp {
  /** Of which addresses; the first that fits. */
  at: RegExp;
  text: PlainKey;
  /** The page of the documentation, with the part that tells of it. */
  doc: string;
}

const HELP: readonly PageHelp[] = [
  { at: /^\/search/, text: 'help.search', doc: 'search' },
  { at: /^\/objects\/graphs(\/|$)/, text: 'help.diagrams', doc: 'pictures' },
  { at: /^\/objects\/[^/]+\/(new|[^/]+\/edit)$/, text: 'help.form', doc: 'pages#objects' },
  { at: /^\/objects\/[^/]+\/./, text: 'help.object', doc: 'pages#objects' },
  { at: /^\/objects/, text: 'help.table', doc: 'lists' },
  { at: /^\/map/, text: 'help.map', doc: 'pages#the-map' },
  { at: /^\/reports/, text: 'help.reports', doc: 'reports' },
  { at: /^\/changes/, text: 'changes.about', doc: 'events#history' },
  { at: /^\/vulnerabilities/, text: 'help.vulnerabilities', doc: 'vulnerabilities' },
  { at: /^\/checks/, text: 'help.checks', doc: 'checks' },
  { at: /^\/queries/, text: 'help.queries', doc: 'queries' },
  { at: /^\/templates/, text: 'help.templates', doc: 'templates' },
  { at: /^\/import\/(plans|runs)/, text: 'help.plans', doc: 'feeding' },
  { at: /^\/import\/sources/, text: 'help.sources', doc: 'feeding' },
  { at: /^\/import\/feed/, text: 'help.feed', doc: 'feeding' },
  { at: /^\/import/, text: 'help.import', doc: 'bulk#workbooks-and-csv' },
  { at: /^\/admin\/users/, text: 'help.users', doc: 'authentication' },
  { at: /^\/admin\/roles/, text: 'help.roles', doc: 'authentication#roles-and-abilities' },
  { at: /^\/admin\/perimeters/, text: 'perimeters.about', doc: 'perimeters' },
  { at: /^\/admin\/delegations/, text: 'help.delegations', doc: 'authentication' },
  { at: /^\/admin\/tokens/, text: 'help.tokens', doc: 'authentication' },
  { at: /^\/admin\/hooks/, text: 'help.hooks', doc: 'events#webhooks' },
  { at: /^\/admin\/journal/, text: 'help.journal', doc: 'pages#administration' },
  { at: /^\/help/, text: 'help.help', doc: 'pages' },
  { at: /^/, text: 'help.home', doc: 'pages' },
];

/** The two sentences of a page, and the address of the rest. */
export function helpOf(path: string): { text: string; href: string } {
  const { text, doc } = HELP.find(({ at }) => at.test(path))!;
  return { text: t(text), href: `/help/${doc}` };
}
