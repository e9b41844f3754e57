/** The fields and links of a resource as a table: what each means, what it takes, and where it leads. */
import { h, words } from './dom.js';

/** The table; null for a tag that is no resource. */
export function fieldsOf(tag, description) {
  const whole = description.wholeOf(tag);
  if (!whole?.properties) return null;
  const input = inputOf(tag, description);
  const rows = Object.entries(whole.properties).map(([name, schema]) =>
    row(name, description.resolve(schema), input, tag),
  );
  const secret = Object.entries(input.properties).filter(([name]) => !(name in whole.properties));
  return h(
    'div.table-frame',
    { tabindex: '0', role: 'region', 'aria-label': 'Fields and links' },
    h(
      'table.fields',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ['Name', 'Type', 'Meaning', 'On write'].map((title) => h('th', { scope: 'col' }, title)),
        ),
      ),
      h(
        'tbody',
        {},
        rows,
        secret.map(([name, schema]) => row(name, description.resolve(schema), input, tag, true)),
      ),
    ),
  );
}

/** What a creation takes: properties, and which of them are required. */
function inputOf(tag, description) {
  const create = description.operationsOf(tag).find(({ operationId }) => operationId.startsWith('create'));
  const found = { properties: {}, required: new Set() };
  const add = (part) => {
    const schema = description.resolve(part);
    if (!schema) return;
    for (const one of schema.allOf ?? []) add(one);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      found.properties[name] = { ...property, ...description.resolve(property) };
    }
    for (const name of schema.required ?? []) found.required.add(name);
  };
  const content = create?.requestBody?.content ?? {};
  add((content['application/json'] ?? content['multipart/form-data'])?.schema);
  return found;
}

function row(name, schema, input, tag, writeOnly = false) {
  const taken = input.properties[name];
  const aliases = taken?.['x-aliases'] ?? [];
  const target = schema['x-resource'];
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, h('code', {}, name), aliases.length > 0 && h('small', {}, `also ${aliases.join(', ')}`)),
    h('td', {}, h('span.type', {}, typeOf(schema)), target && h('a', { href: `#/${target}` }, target)),
    h('td', {}, words(schema.description ?? '')),
    h(
      'td',
      {},
      writeOnly ? 'write only' : taken ? rulesOf(taken, input.required.has(name)) : h('span.faint', {}, 'read only'),
    ),
  );
}

function typeOf({ type, format, items, 'x-resource': target }) {
  const types = [type].flat();
  const plain = types.filter((one) => one !== 'null')[0];
  if (plain === 'array') return target ? 'ids of' : `list of ${items?.type ?? 'object'}s`;
  if (target) return 'id of';
  return `${format ?? plain ?? 'any'}${types.includes('null') ? ' or null' : ''}`;
}

function rulesOf({ minLength, maxLength, minimum, maximum, type }, required) {
  const rules = [
    required && 'required',
    minLength !== undefined && `${minLength} characters or more`,
    maxLength !== undefined && maxLength < 65535 && `up to ${maxLength} characters`,
    [type].flat().includes('integer') && maximum !== undefined && maximum < 2147483647 && `${minimum} to ${maximum}`,
  ].filter(Boolean);
  if (rules.length) return rules.join(', ');
  return [type].flat().includes('array') ? 'replaces the set' : 'optional';
}
