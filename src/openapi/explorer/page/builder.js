/** Puts a list request together: filters, related objects, order and page are chosen, the address follows. */
import { fill, h } from './dom.js';
import { example } from './example.js';
import { languageOf } from './language.js';

const SIZES = ['', '3', '10', '50'];

/** The form, and below it the request that it makes. */
export function listBuilder(tag, description) {
  const language = languageOf(tag, description);
  if (!language) return null;
  const place = h('div.builder-request');
  const state = { filters: [], includes: new Set(), sort: '', size: '10' };
  const show = () => fill(place, example({ title: 'Your list', method: 'GET', path: addressOf(tag, state, language) }));
  const rows = h('div.filter-rows');
  const add = () => rows.append(filterRow(language, state, show));
  const form = h(
    'form.builder',
    { 'aria-label': 'Put a list together', onsubmit: (event) => event.preventDefault() },
    h(
      'fieldset',
      {},
      h('legend', {}, 'Only those where'),
      rows,
      h('button.small-button', { type: 'button', onclick: add }, 'Add a filter'),
    ),
    includes(language, state, show),
    h(
      'div.builder-end',
      {},
      choice(
        'Sorted by',
        ['', ...language.columns.flatMap(({ name }) => [name, `-${name}`])],
        '',
        (value) => (state.sort = value),
        show,
      ),
      choice('Page of', SIZES, state.size, (value) => (state.size = value), show),
    ),
  );
  form.addEventListener('submit', () => place.querySelector('.run')?.click());
  add();
  show();
  return h('div.card', {}, form, place);
}

function filterRow(language, state, show) {
  const filter = { column: '', suffix: '', value: '' };
  state.filters.push(filter);
  const value = h('input', { 'aria-label': 'Value', placeholder: 'value', spellcheck: 'false' });
  const operator = h('select', { 'aria-label': 'Operator' });
  const column = h(
    'select',
    { 'aria-label': 'Column or relation' },
    h('option', { value: '' }, 'choose…'),
    language.special.length > 0 && optionGroup('Everywhere', language.special),
    optionGroup(
      'Columns',
      language.columns.map(({ name }) => name),
    ),
    language.relations.length > 0 &&
      optionGroup(
        'Related objects',
        language.relations.map((name) => `${name}_exists`),
      ),
  );
  column.addEventListener('change', () => {
    const operators = language.operatorsOf(column.value);
    fill(
      operator,
      operators.map((one) => h('option', { value: one.suffix, title: one.about }, wordOf(one, column.value, language))),
    );
    operator.disabled = operators.length < 2;
    Object.assign(filter, { column: column.value, suffix: operators[0]?.suffix ?? '' });
    // Told, never typed in: a filter holds what somebody typed.
    value.placeholder =
      column.value && language.sampleOf(column.value) ? `such as ${language.sampleOf(column.value)}` : 'value';
    show();
  });
  operator.addEventListener('change', () => {
    filter.suffix = operator.value;
    if (operator.value === '_null') value.placeholder = 'true or false';
    show();
  });
  value.addEventListener('input', () => {
    filter.value = value.value;
    show();
  });
  const remove = () => {
    state.filters.splice(state.filters.indexOf(filter), 1);
    row.remove();
    show();
  };
  const row = h(
    'div.filter-row',
    {},
    column,
    operator,
    value,
    h('button.icon-button', { type: 'button', 'aria-label': 'Remove this filter', onclick: remove }, '×'),
  );
  operator.disabled = true;
  return row;
}

const optionGroup = (label, names) =>
  h(
    'optgroup',
    { label },
    names.map((name) => h('option', {}, name)),
  );

/** What an operator does, in a word or two; the plain filter does different things with different columns. */
const wordOf = ({ suffix, about }, column, language) => (suffix ? about.split(/[;,]/)[0] : language.plainWord(column));

function includes(language, state, show) {
  if (!language.relations.length) return null;
  const box = (name) => {
    const input = h('input', { type: 'checkbox' });
    input.addEventListener('change', () => {
      if (input.checked) state.includes.add(name);
      else state.includes.delete(name);
      show();
    });
    return h('label.tick', {}, input, name);
  };
  return h('fieldset', {}, h('legend', {}, 'With related objects'), h('div.ticks', {}, language.relations.map(box)));
}

function choice(label, values, chosen, set, show) {
  const select = h(
    'select',
    {},
    values.map((value) => h('option', { value, selected: value === chosen }, value || '—')),
  );
  select.addEventListener('change', () => {
    set(select.value);
    show();
  });
  return h('label.choice', {}, label, select);
}

function addressOf(tag, { filters, includes: related, sort, size }) {
  const query = filters
    .filter(({ column, value }) => column && value !== '')
    .map(({ column, suffix, value }) => [`filter[${column}${suffix}]`, value]);
  if (related.size) query.push(['include', [...related].join()]);
  if (sort) query.push(['sort', sort]);
  if (size) query.push(['page[size]', size]);
  const text = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `/api/${tag['x-resource']}${text && `?${text}`}`;
}
