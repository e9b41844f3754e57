/** Kinds, columns, links and codes have titles for people in English and French, and every title that is kept is of something. */
import { openApi } from '../../src/openapi/document.js';
import { EN } from '../../src/openapi/locales/en.js';
import { CODES_FR, FR } from '../../src/openapi/locales/fr.js';
import { objectSchemas, schemaNames } from '../../src/openapi/schemas/objects.js';
import { TYPES_FR } from '../../src/reports/locales/fr.js';
import { registry } from '../../src/engine/index.js';
import '../../src/map/index.js';

interface Titles {
  en: string;
  fr?: string;
}

interface Shown {
  'x-titles'?: Titles;
  'x-same-as'?: string;
  'x-codes'?: string;
  items?: { properties?: Record<string, Shown> };
}

/** Columns and links of whole objects, and the columns of their rows, as `kind.name`. */
function shown(): Array<[place: string, schema: Shown]> {
  return registry.all().flatMap((resource) => {
    const schema = objectSchemas(resource)[schemaNames(resource).whole] as unknown as {
      properties: Record<string, Shown>;
    };
    return Object.entries(schema.properties).flatMap(([name, property]): Array<[string, Shown]> => [
      [`${resource.path}.${name}`, property],
      ...Object.entries(property.items?.properties ?? {}).map(([inner, one]): [string, Shown] => [
        `${resource.path}.${name}.${inner}`,
        one,
      ]),
    ]);
  });
}

describe('contract 12: words for people in the document', () => {
  it('names every kind and view in both languages', () => {
    const { tags, 'x-tagGroups': groups } = openApi();
    const kinds = tags.filter((tag) => tag['x-resource']);
    expect(kinds.filter((tag) => !tag['x-titles']?.fr || !tag['x-abouts']?.fr || !tag['x-abilities'])).toEqual([]);
    expect(kinds.find((tag) => tag['x-resource'] === 'logical-servers')!['x-titles']).toEqual({
      en: 'Logical servers',
      fr: 'Serveurs logiques',
    });
    expect(groups.slice(1).filter((group) => !group['x-titles']?.fr)).toEqual([]);
  });

  it('names every column and link in English, and those of the kinds that have a French title in French', () => {
    const titled = shown().filter(([, schema]) => !schema['x-same-as']);
    expect(titled.filter(([, schema]) => !schema['x-titles']?.en)).toEqual([]);
    // A kind that is new may speak English until somebody gives it French words.
    const known = titled.filter(([place]) => place.split('.')[0]! in TYPES_FR);
    expect(known.filter(([, schema]) => !schema['x-titles']?.fr).map(([place]) => place)).toEqual([]);
    const lists = openApi()['x-codes'];
    const named = new Set(titled.flatMap(([, schema]) => schema['x-codes'] ?? []));
    expect([...named].sort()).toEqual(Object.keys(lists).sort());
    const codes = Object.values(lists).flat();
    expect(codes.filter(({ en, fr }) => !en || !fr)).toEqual([]);
    expect(new Set(codes.map(({ en }) => en))).toEqual(new Set(Object.keys(CODES_FR)));
  });

  it('keeps no word of something that is not there', () => {
    const names = new Set(shown().flatMap(([place]) => place.split('.').slice(1)));
    expect(Object.keys({ ...EN, ...FR }).filter((name) => !names.has(name))).toEqual([]);
  });
});
