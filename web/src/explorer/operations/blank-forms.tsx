/** A plugin for Swagger UI: forms begin empty, and examples stand beside what is typed. */
import type { VNode } from 'preact';
import type { Schema } from '../../api/openapi.js';
import { Json } from '../../components/json.js';
import { CopyButton } from '../../components/text.js';
import { t } from '../../i18n/index.js';
import { useIsland, type React } from './island.js';

/** As much of an immutable map, in which Swagger UI keeps a document, as is used here. */
interface Kept {
  get(key: string): unknown;
  getIn(path: readonly unknown[]): unknown;
  setIn(path: readonly unknown[], value: unknown): Kept;
  delete(key: string): Kept;
  toJS(): unknown;
}

type Properties = Readonly<Record<string, unknown>>;
type SampleOf = (schema: Kept | Schema | undefined, mediaType?: string) => unknown;

interface Plugin {
  fn: { getSampleSchema: SampleOf; sampleOf?: SampleOf };
}

interface Choice {
  value: string;
  pathMethod: readonly [path: string, method: string];
}

interface System {
  oas3Actions: { setRequestBodyValue(of: { value: undefined; pathMethod: Choice['pathMethod'] }): void };
  oas3Selectors: { requestContentType(path: string, method: string): string | undefined };
}

/**
 * Swagger UI makes up a value for every field by its schema and sends it unless it is taken away. Here nothing is
 * sent but what was typed.
 */
export const blankForms = ({ React: react }: { React: React }): object => {
  const BodyExample = ({ example }: { example: unknown }): unknown => {
    const text = JSON.stringify(example, undefined, 2);
    const draw = (): VNode => (
      <>
        <div class="body-example-head">
          <h5>{t('example')}</h5>
          <CopyButton text={text} />
        </div>
        <Json value={example} label={t('example')} />
      </>
    );
    return useIsland(react, draw, [text], 'body-example');
  };
  const FieldExample = ({ example }: { example: unknown }): unknown => {
    const text = typeof example === 'string' ? example : JSON.stringify(example);
    const draw = (): VNode => (
      <p class="field-example">
        {t('example.field')} <code>{text}</code>
      </p>
    );
    return useIsland(react, draw, [text]);
  };
  return {
    afterLoad(this: Plugin) {
      if (this.fn.getSampleSchema === blank) return;
      this.fn.sampleOf = this.fn.getSampleSchema;
      this.fn.getSampleSchema = blank;
    },
    // Forms are open at once, and begin again with the page.
    components: { ParameterIncludeEmpty: emptyToggle(react), TryItOutButton: () => null },
    wrapComponents: {
      // Answers are not typed: their examples stay.
      response: (Original: unknown) => (properties: { fn: Plugin['fn'] }) =>
        react.createElement(Original, {
          ...properties,
          fn: { ...properties.fn, getSampleSchema: properties.fn.sampleOf },
        }),
      RequestBody: (Original: unknown) => (properties: { requestBody?: Kept; contentType?: string }) => {
        const { requestBody, contentType } = properties;
        const { body, example } = react.useMemo(() => prepared(requestBody, contentType), [requestBody, contentType]);
        const shown = react.createElement(Original, { ...properties, requestBody: body });
        if (example === undefined || isForm(contentType)) return shown;
        return react.createElement(react.Fragment, {}, shown, react.createElement(BodyExample, { example }));
      },
      JsonSchemaForm: (Original: unknown) => (properties: { schema?: Kept }) => {
        // Not required as far as the control goes: a list of words then begins with none of them.
        const field = react.createElement(Original, { ...properties, required: false });
        const example = properties.schema?.get(EXAMPLE);
        if (example === undefined) return field;
        return react.createElement(react.Fragment, {}, field, react.createElement(FieldExample, { example }));
      },
    },
    statePlugins: {
      // The server says what is missing, in its own words.
      oas3: {
        wrapSelectors: { validateShallowRequired: () => () => [] },
        wrapActions: {
          setRequestContentType: (original: (choice: Choice) => unknown, system: System) => (choice: Choice) =>
            changeType(original, system, choice),
        },
      },
    },
  };
};

/** Where the example of a form's field is kept on its way to the field. */
const EXAMPLE = 'x-field-example';

/** What stands in a field at first: bodies are told by their media type, fields have none. */
const blank: SampleOf = (schema, mediaType) => {
  if (!mediaType) return undefined;
  const { type } = (isKept(schema) ? (schema.toJS() as Schema) : schema) ?? {};
  return [type].flat().includes('array') ? '[]' : '{}';
};

const isKept = (value: Kept | Schema | undefined): value is Kept =>
  typeof (value as Kept | undefined)?.toJS === 'function';

/** What was typed into the fields of a form cannot be shown as JSON, nor the other way round: it goes. */
function changeType(original: (choice: Choice) => unknown, system: System, choice: Choice): unknown {
  const { value, pathMethod } = choice;
  const isOther = isForm(system.oas3Selectors.requestContentType(...pathMethod)) !== isForm(value);
  const done = original(choice);
  if (isOther) system.oas3Actions.setRequestBodyValue({ value: undefined, pathMethod });
  return done;
}

const isForm = (type: string | undefined): boolean =>
  /^(multipart\/|application\/x-www-form-urlencoded)/.test(type ?? '');

/** The body without examples, which Swagger UI would type in; those of a form go to its fields. */
function prepared(requestBody: Kept | undefined, contentType: string | undefined): { body?: Kept; example?: unknown } {
  const place = ['content', contentType];
  const media = requestBody?.getIn(place) as Kept | undefined;
  if (!requestBody || !media) return { ...(requestBody && { body: requestBody }) };
  const schema = ((media.get('schema') as Kept | undefined)?.toJS() ?? {}) as Schema;
  const example = exampleOf(media.toJS() as Examples, schema);
  let body = requestBody.setIn(place, media.delete('example').delete('examples'));
  if (isForm(contentType)) {
    for (const [name, value] of Object.entries((example ?? {}) as Properties))
      if (schema.properties?.[name]) body = body.setIn([...place, 'schema', 'properties', name, EXAMPLE], value);
  }
  return { body, example };
}

interface Examples {
  example?: unknown;
  examples?: Readonly<Record<string, { value: unknown }>>;
}

const exampleOf = ({ example, examples }: Examples, schema: Schema): unknown =>
  example ?? Object.values(examples ?? {})[0]?.value ?? schema.examples?.[0];

interface ToggleOptions {
  isIncluded: boolean | undefined;
  isDisabled: boolean;
  onChange: (isIncluded: boolean) => void;
}

/** Whether a field that is empty is sent nevertheless: not before somebody says so. */
const emptyToggle =
  (react: React) =>
  ({ isIncluded, isDisabled, onChange }: ToggleOptions): unknown =>
    react.createElement(
      'label',
      { className: 'send-empty' },
      react.createElement('input', {
        type: 'checkbox',
        disabled: isDisabled,
        checked: !isDisabled && isIncluded === true,
        onChange: (event: { target: HTMLInputElement }) => onChange(event.target.checked),
      }),
      // Told in the language of the page like the words of Swagger UI itself (swagger-words.ts).
      'Send empty',
    );
