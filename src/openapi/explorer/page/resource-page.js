/** The page of a resource: what it is, examples that run, its operations, its fields and links. */
import { listBuilder } from './builder.js';
import { copyButton, h, words } from './dom.js';
import { example } from './example.js';
import { examplesOf } from './examples.js';
import { fieldsOf } from './fields.js';
import { mountOperations } from './operations.js';

export function resourcePage(tag, description) {
  const group = description.groupOf(tag);
  const place = h('div.operations');
  mountOperations(place, description.only(tag));
  const examples = examplesOf(tag, description);
  const builder = listBuilder(tag, description);
  const fields = fieldsOf(tag, description);
  return [
    head(tag, group, description.groups.indexOf(group)),
    h(
      'nav.sections',
      { 'aria-label': 'On this page' },
      builder && jump('builder', 'Ask for a list'),
      examples.length > 0 && jump('examples', 'Examples'),
      jump('operations', 'Operations'),
      fields && jump('fields', 'Fields and links'),
    ),
    builder && section('builder', 'Ask for a list', builder),
    examples.length > 0 && section('examples', 'Examples', examples.map(example)),
    section('operations', 'Operations', place),
    fields && section('fields', 'Fields and links', fields),
  ];
}

function head(tag, group, i) {
  const path = tag['x-resource'] && `/api/${tag['x-resource']}`;
  return h(
    'section.resource-head',
    {},
    h('p.eyebrow', {}, h(`span.dot.view-${i}`, { 'aria-hidden': 'true' }), group.name),
    h('h1', {}, tag.name, tag['x-deprecated'] && h('span.badge', {}, 'deprecated')),
    h('p.lead', {}, words(tag.description)),
    path &&
      h(
        'div.path-line',
        {},
        h('code', {}, path),
        copyButton(() => location.origin + path, 'Copy address'),
      ),
  );
}

const section = (id, title, ...content) =>
  h('section', { 'aria-labelledby': `${id}-title` }, h('h2', { id: `${id}-title`, tabindex: '-1' }, title), content);

/** Goes to a section without another entry in the history, which holds pages. */
function jump(id, title) {
  const go = () => {
    const target = document.getElementById(`${id}-title`);
    target.scrollIntoView({ behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
    target.focus({ preventScroll: true });
  };
  return h('button.chip', { type: 'button', onclick: go }, title);
}
