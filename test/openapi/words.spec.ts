/** Kinds, columns, links and codes have titles for people in English and French, and every title that is kept is of something. */
import { apiDocument } from '../../src/api-document.js';
import { EN } from '../../src/openapi/locales/en.js';
import { FR } from '../../src/openapi/locales/fr.js';
import { objectSchemas, schemaNames } from '../../src/openapi/schemas/objects.js';
import { ABOUT_FR } from '../../src/reports/locales/fr.js';
import { registry } from '../../src/engine/index.js';
import { fieldsOf } from '../../src/engine/schema/decorators/drafts.js';
import '../../src/map/index.js';

interface Shown {
  'x-same-as'?: string;
  'x-resource'?: string;
  'x-codes'?: string;
  items?: { properties?: Record<string, Shown> };
}

/** Columns and links of whole objects, and the columns of their rows, as `kind.name`. */
function shown(): Array<[place: string, schema: Shown]> {
  return registry.all().flatMap((resource) => {
    const schema = objectSchemas(resource)[schemaNames(resource).whole] as unknown as {
      properties: Record<string, Shown>;
    };
    const own = Object.entries(schema.properties).filter(([, property]) => !property['x-same-as']);
    return own.flatMap(([name, property]): Array<[string, Shown]> => [
      [`${resource.path}.${name}`, property],
      ...Object.entries(property.items?.properties ?? {}).map(([inner, one]): [string, Shown] => [
        `${resource.path}.${name}.${inner}`,
        one,
      ]),
    ]);
  });
}

/** Kinds whose word in French is the same for one and for many. */
const ALIKE = ['lans', 'macro-processuses', 'mans', 'processes', 'vlans', 'wans'];

describe('contract 12: words for people in the document', () => {
  it('names every kind and view in both languages', () => {
    const { tags, 'x-tagGroups': groups } = apiDocument();
    const kinds = tags.filter((tag) => tag['x-resource']);
    expect(kinds.filter((tag) => !tag['x-titles']?.fr || !tag['x-abouts']?.fr || !tag['x-abilities'])).toEqual([]);
    // One of them is called otherwise than many, but for words that have no plural of their own.
    const alike = kinds.filter(({ 'x-titles': many, 'x-titles-of-one': one }) => !one?.fr || one.fr === many!.fr);
    expect(alike.map((tag) => tag['x-resource']).sort()).toEqual(ALIKE);
    expect(kinds.find((tag) => tag['x-resource'] === 'logical-servers')!['x-titles']).toEqual({
      en: 'Logical servers',
      fr: 'Serveurs logiques',
    });
    expect(groups.slice(1).filter((group) => !group['x-titles']?.fr)).toEqual([]);
  });

  it('names every column and link in both languages: links by their own word, else by the kind that they lead to', () => {
    const { 'x-titles': titles, tags } = apiDocument();
    const kinds = new Map(tags.map((tag) => [tag['x-resource'], tag['x-titles']]));
    const lacking = shown().filter(([place, schema]) => {
      const found = titles[place.split('.').pop()!] ?? kinds.get(schema['x-resource']);
      // A kind that is new may speak English until somebody gives it French words.
      return !found?.en || (!found.fr && place.split('.')[0]! in ABOUT_FR);
    });
    expect(lacking.map(([place]) => place)).toEqual([]);
    expect(titles['operating_system']).toEqual({ en: 'Operating system', fr: 'Système d’exploitation' });
  });

  it('has words for every code, and each list of codes once', () => {
    const lists = apiDocument()['x-codes'];
    const named = new Set(shown().flatMap(([, schema]) => schema['x-codes'] ?? []));
    expect([...named].sort()).toEqual(Object.keys(lists).sort());
    const codes = Object.values(lists).flat();
    expect(codes.filter(({ en, fr }) => !en || !fr)).toEqual([]);
    expect(lists['security_need']!.map(({ code, en, fr }) => [code, en, fr]).slice(0, 2)).toEqual([
      [-1, 'not set', 'non renseigné'],
      // A level that somebody chose, and none that nobody did.
      [0, 'insignificant', 'insignifiant'],
    ]);
  });

  it('keeps no word of something that is not there', () => {
    const words = apiDocument()['x-titles'];
    // Columns of the newest generation alone are in the document where the database has them.
    const later = new Set(
      registry.all().flatMap(({ entity }) => fieldsOf(entity).flatMap(({ name, later }) => (later ? [name] : []))),
    );
    expect(Object.keys({ ...EN, ...FR }).filter((name) => !(name in words) && !later.has(name))).toEqual([]);
  });
});
