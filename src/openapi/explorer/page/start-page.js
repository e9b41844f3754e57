/** The first page: what this is, three requests that run with one click, and the views. */
import { slugOf } from './description.js';
import { h, words } from './dom.js';
import { example } from './example.js';

const FIRST = [
  {
    title: 'Who am I?',
    about: 'The user behind the token, with their roles and everything that they may do.',
    method: 'GET',
    path: '/api/me',
  },
  {
    title: 'Which applications must never stop, and where do they run?',
    about: words('`filter` narrows, `sort` orders, `include` embeds what they are linked to, `fields` keeps it short.'),
    method: 'GET',
    path: '/api/applications?filter[security_need_a_gte]=4&sort=rto&include=logicalServers&fields=name,rto',
  },
  {
    title: 'Check a write without storing it',
    about: words(
      '`dry_run` runs every rule and stores nothing. This body breaks two of them: see how the answer says so.',
    ),
    method: 'POST',
    path: '/api/applications?dry_run=1',
    body: { name: '', logical_servers: [999999] },
  },
];

export function startPage(description) {
  const kinds = description.openapi.tags.filter((tag) => tag['x-resource']).length;
  const operations = [...description.operations.values()].flat().length;
  return [
    h(
      'section.hero',
      {},
      h('p.eyebrow', {}, 'API explorer'),
      h('h1', {}, 'The map of your information system, in one API'),
      h(
        'p.lead',
        {},
        'From GDPR records and business processes down to servers, networks and cables: every object that your ' +
          'organisation depends on, linked to what it depends on.',
      ),
      h(
        'dl.figures',
        {},
        figure(kinds, 'kinds of objects'),
        figure(operations, 'operations'),
        figure(links(description), 'ways to link them'),
      ),
    ),
    h(
      'section.about',
      { 'aria-labelledby': 'how' },
      h('h2', { id: 'how' }, 'How it works'),
      h(
        'ul.facts',
        {},
        FACTS.map(([title, text]) => h('li', {}, h('strong', {}, title), h('span', {}, words(text)))),
      ),
    ),
    h('section', { 'aria-labelledby': 'first' }, h('h2', { id: 'first' }, 'Three first requests'), FIRST.map(example)),
    h(
      'section',
      { 'aria-labelledby': 'views' },
      h('h2', { id: 'views' }, 'The views'),
      h(
        'div.views',
        {},
        description.groups.map((group, i) => i > 0 && view(group, i)),
      ),
    ),
  ];
}

const FACTS = [
  ['One shape for all.', 'Each kind of object lists, reads, creates, changes, deletes and restores in the same way.'],
  ['Sign in first.', 'The button at the top asks `/api/login` for a token; every request here then carries it.'],
  ['Scripts have their own.', '`POST /api/tokens` makes a token with a name, read-only if you like.'],
  ['Links are ids.', '`"logical_servers": [1, 2]` links an object from either end, and replaces the whole set.'],
  ['Partial by nature.', 'A field that is absent stays. What you read can be sent back as it is.'],
  ['Many at once.', '`mass-store` takes 10,000 objects in one transaction: all of them or none.'],
  ['Safe together.', '`ETag` and `If-Match` keep two people from undoing each other’s work.'],
  ['Errors speak.', 'They name the field and the rule, in English or French.'],
];

/** Links and references of all kinds, each from the end where it is written. */
const links = (description) =>
  description.openapi.tags
    .flatMap((tag) => Object.values(description.wholeOf(tag)?.properties ?? {}))
    .filter((property) => property['x-resource']).length;

const figure = (number, label) => h('div', {}, h('dt', {}, label), h('dd', {}, String(number)));

const view = ({ name, tags }, i) =>
  h(
    `article.view.view-${i}`,
    {},
    h('h3', {}, h(`span.dot.view-${i}`, { 'aria-hidden': 'true' }), name),
    h(
      'p',
      {},
      tags.map((tag, k) => [k > 0 && ' · ', h('a', { href: `#/${slugOf(tag)}` }, tag.name)]),
    ),
  );
