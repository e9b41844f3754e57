/** Holds every event that a test receives to the AsyncAPI document, and through it to the OpenAPI document (events 6). */
import '../../src/map/index.js';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';
import { apiDocument } from '../../src/api-document.js';
import { asyncApi } from '../../src/events/asyncapi.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into documents of every shape
type Json = any;

const OPEN_API = '/api/openapi.json';
const ASYNC_API = '/api/asyncapi.json';

let ajv: Ajv2020 | undefined;
let document: Json;
const compiled = new Map<string, ValidateFunction>();

function prepared(): Ajv2020 {
  if (ajv) return ajv;
  ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: true, code: { optimize: false } });
  addFormats.default(ajv);
  document = asyncApi('https://map.example.org');
  const keyed = (part: object, of: string): Json =>
    JSON.parse(
      JSON.stringify(part)
        .replaceAll('"$ref":"#/components/schemas/', `"$ref":"${of}:`)
        .replaceAll('"$ref":"./openapi.json#/components/schemas/', `"$ref":"${OPEN_API}:`),
    );
  for (const [name, schema] of Object.entries(apiDocument().components['schemas']!))
    ajv.addSchema(keyed(schema as object, OPEN_API), `${OPEN_API}:${name}`);
  document = keyed(document, ASYNC_API);
  for (const [name, schema] of Object.entries<Json>(document.components.schemas))
    ajv.addSchema(schema, `${ASYNC_API}:${name}`);
  return ajv;
}

/** Throws what the document says against an event. */
export function checkEvent(event: Json): void {
  const all = prepared();
  const type = String(event.type);
  const message: Json = Object.values<Json>(document.components.messages).find(({ name }) => name === type);
  if (!message) throw new Error(`The AsyncAPI document has no message ${type}.`);
  let validate = compiled.get(type);
  if (!validate) compiled.set(type, (validate = all.compile(message.payload)));
  if (!validate(event))
    throw new Error(`${all.errorsText(validate.errors, { dataVar: type })}: ${JSON.stringify(event).slice(0, 2000)}`);
}
