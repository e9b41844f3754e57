/** What the list of a resource can be asked, read from its description. */

const BESIDE = ['search', 'ip_in', 'trashed'];

/** Columns with their operators, relations, and filters that stand beside; null for a tag without a list. */
export function languageOf(tag, description) {
  const list = description.operationsOf(tag).find(({ operationId }) => operationId.startsWith('list'));
  const filter = list?.parameters?.find(({ name }) => name === 'filter');
  if (!filter || !tag['x-resource']) return null;
  const schema = description.resolve(filter.schema);
  const columns = Object.entries(schema.properties).filter(([, { $ref }]) => $ref);
  const operators = new Map(columns.map(([name, column]) => [name, description.resolve(column)['x-operators'] ?? []]));
  const words = new Map(columns.map(([name, { description: word }]) => [name, word]));
  const example = description.exampleOf(tag);
  return {
    columns: columns.map(([name]) => ({ name })),
    relations: relationsIn(schema),
    special: BESIDE.filter((name) => schema.properties[name] && !schema.properties[name].$ref),
    operatorsOf: (name) => operators.get(name) ?? (name ? [{ suffix: '', about: '' }] : []),
    plainWord: (name) => words.get(name) ?? (name === 'ip_in' ? 'in range' : name.endsWith('_exists') ? 'is' : 'finds'),
    sampleOf: (name) => sample(name, example),
  };
}

function relationsIn({ patternProperties = {} }) {
  const [, names = ''] =
    Object.keys(patternProperties)
      .map((one) => /^\^\(([^)]*)\)_exists\$$/.exec(one))
      .find(Boolean) ?? [];
  return [...new Set(names.split('|').filter(Boolean))];
}

/** A value that finds something where the example object is. */
function sample(name, example) {
  if (name.endsWith('_exists')) return 'true';
  if (name === 'trashed') return 'with';
  if (name === 'ip_in') return '10.0.0.0/8';
  const value = name === 'search' ? (example?.name ?? example?.title) : example?.[name];
  if (value === null || value === undefined || typeof value === 'object') return '';
  return typeof value === 'string' ? value.replace(/<[^>]*>/g, '').split(/[\s,]/)[0] : String(value);
}
