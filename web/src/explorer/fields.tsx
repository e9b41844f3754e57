/** The fields and links of a resource as a table: what each means, what it takes, and where it leads. */
import type { VNode } from 'preact';
import type { Description } from '../api/description.js';
import type { Schema, Tag } from '../api/openapi.js';
import { FramedTable } from '../components/framed-table.js';
import { Told } from '../components/text.js';
import { t } from '../i18n/index.js';

/** What a creation takes: its properties, and which of them are required. */
interface Input {
  properties: Record<string, Schema>;
  required: Set<string>;
}

/** The table of a resource whose objects look like `whole`. */
export function Fields({ tag, description, whole }: { tag: Tag; description: Description; whole: Schema }): VNode {
  const input = inputOf(tag, description);
  const properties = whole.properties!;
  // What is written and never read, such as a password.
  const secret = Object.entries(input.properties).filter(([name]) => !(name in properties));
  const rows = (entries: Array<[string, Schema]>, onWrite: (name: string) => string | null): VNode[] =>
    entries.map(([name, schema]) => (
      <Row name={name} schema={description.resolve(schema)} taken={input.properties[name]} rules={onWrite(name)} />
    ));
  return (
    <FramedTable
      label={t('fields')}
      heads={[t('fields.name'), t('fields.type'), t('fields.meaning'), t('fields.on-write')]}
      table="fields"
    >
      {rows(Object.entries(properties), (name) => rulesOf(input.properties[name], input.required.has(name)))}
      {rows(secret, () => t('fields.write-only'))}
    </FramedTable>
  );
}

function inputOf(tag: Tag, description: Description): Input {
  const create = description.operationsOf(tag).find(({ operationId }) => operationId.startsWith('create'));
  const found: Input = { properties: {}, required: new Set() };
  const add = (part: Schema | undefined): void => {
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

interface RowOptions {
  name: string;
  schema: Schema;
  taken: Schema | undefined;
  /** What holds on a write; null where it is read only. */
  rules: string | null;
}

function Row({ name, schema, taken, rules }: RowOptions): VNode {
  const aliases = taken?.['x-aliases'] ?? [];
  const target = schema['x-resource'];
  return (
    <tr>
      <th scope="row">
        <code>{name}</code>
        {aliases.length > 0 && <small>{t('fields.also', { names: aliases.join(', ') })}</small>}
      </th>
      <td>
        <span class="type">{typeOf(schema)}</span>
        {target && <a href={`#/${target}`}>{target}</a>}
      </td>
      <td>
        <Told text={schema.description ?? ''} />
      </td>
      <td>{rules ?? <span class="faint">{t('fields.read-only')}</span>}</td>
    </tr>
  );
}

function typeOf({ type, format, items, 'x-resource': target }: Schema): string {
  const types = [type].flat();
  const plain = types.find((one) => one !== 'null');
  if (plain === 'array')
    return target ? t('fields.ids-of') : t('fields.list-of', { type: String(items?.type ?? 'object') });
  if (target) return t('fields.id-of');
  const named = format ?? plain ?? 'any';
  return types.includes('null') ? t('fields.or-null', { type: named }) : named;
}

function rulesOf(taken: Schema | undefined, required: boolean): string | null {
  if (!taken) return null;
  const { minLength, maxLength, minimum, maximum, type } = taken;
  const isInteger = [type].flat().includes('integer');
  const rules = [
    required && t('fields.required'),
    minLength !== undefined && t('fields.min-length', { count: minLength }),
    maxLength !== undefined && maxLength < 65535 && t('fields.max-length', { count: maxLength }),
    isInteger &&
      maximum !== undefined &&
      maximum < 2147483647 &&
      t('fields.range', { minimum: String(minimum), maximum: String(maximum) }),
  ].filter(Boolean);
  if (rules.length) return rules.join(', ');
  return [type].flat().includes('array') ? t('fields.replaces') : t('fields.optional');
}
