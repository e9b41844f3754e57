/** A plugin for Swagger UI: forms begin empty, and examples stand beside what is typed. */
import { placed } from './code-view.js';
import { copyButton, h } from './dom.js';
import { jsonView } from './json-view.js';

/**
 * Swagger UI makes up a value for every field by its schema and sends it unless it is taken away. Here nothing is
 * sent but what was typed.
 */
export const blankForms = ({ React }) => {
  return {
    afterLoad() {
      if (this.fn.getSampleSchema === blank) return;
      this.fn.sampleOf = this.fn.getSampleSchema;
      this.fn.getSampleSchema = blank;
    },
    // Forms are open at once, and begin again with the page.
    components: { ParameterIncludeEmpty: emptyToggle(React), TryItOutButton: () => null },
    wrapComponents: {
      // Answers are not typed: their examples stay.
      response: (Original) => (props) =>
        React.createElement(Original, { ...props, fn: { ...props.fn, getSampleSchema: props.fn.sampleOf } }),
      RequestBody: (Original) => withExamples(React, Original),
      JsonSchemaForm: (Original) => (props) => {
        // Not required as far as the control goes: a list of words then begins with none of them.
        const field = React.createElement(Original, { ...props, required: false });
        const example = props.schema?.get(EXAMPLE);
        if (example === undefined) return field;
        const words = React.createElement('p', { className: 'field-example' }, 'Example: ', code(React, example));
        return React.createElement(React.Fragment, {}, field, words);
      },
    },
    statePlugins: {
      // The server says what is missing, in its own words.
      oas3: {
        wrapSelectors: { validateShallowRequired: () => () => [] },
        wrapActions: { setRequestContentType: (original, system) => (choice) => changeType(original, system, choice) },
      },
    },
  };
};

/** Where the example of a form's field is kept on its way to the field. */
const EXAMPLE = 'x-field-example';

/** What stands in a field at first: bodies are told by their media type, fields have none. */
function blank(schema, mediaType) {
  if (!mediaType) return undefined;
  const { type } = schema?.toJS?.() ?? schema ?? {};
  return [type].flat().includes('array') ? '[]' : '{}';
}

/** What was typed into the fields of a form cannot be shown as JSON, nor the other way round: it goes. */
function changeType(original, { oas3Actions, oas3Selectors }, choice) {
  const { value, pathMethod } = choice;
  const isOther = isForm(oas3Selectors.requestContentType(...pathMethod)) !== isForm(value);
  const done = original(choice);
  if (isOther) oas3Actions.setRequestBodyValue({ value: undefined, pathMethod });
  return done;
}

const code = (React, value) =>
  React.createElement('code', {}, typeof value === 'string' ? value : JSON.stringify(value));

const withExamples = (React, Original) => (props) => {
  const { requestBody, contentType } = props;
  const { body, example } = React.useMemo(() => prepared(requestBody, contentType), [requestBody, contentType]);
  const shown = React.createElement(Original, { ...props, requestBody: body });
  if (example === undefined || isForm(contentType)) return shown;
  return React.createElement(React.Fragment, {}, shown, React.createElement(BodyExample, { React, example }));
};

function BodyExample({ React, example }) {
  const text = JSON.stringify(example, undefined, 2);
  const make = () => [
    h('div.body-example-head', {}, h('h5', {}, 'Example'), copyButton(text)),
    jsonView(example, 'Example'),
  ];
  return placed(React, make, [text], 'body-example');
}

const isForm = (type) => /^(multipart\/|application\/x-www-form-urlencoded)/.test(type ?? '');

/** The body without examples, which Swagger UI would type in; those of a form go to its fields. */
function prepared(requestBody, contentType) {
  const place = ['content', contentType];
  const media = requestBody?.getIn(place);
  if (!media) return { body: requestBody };
  const schema = media.get('schema')?.toJS?.() ?? {};
  const example = exampleOf(media.toJS(), schema);
  let body = requestBody.setIn(place, media.delete('example').delete('examples'));
  if (isForm(contentType)) {
    for (const [name, value] of Object.entries(example ?? {}))
      if (schema.properties?.[name]) body = body.setIn([...place, 'schema', 'properties', name, EXAMPLE], value);
  }
  return { body, example };
}

const exampleOf = ({ example, examples }, schema) =>
  example ?? Object.values(examples ?? {})[0]?.value ?? schema.examples?.[0];

/** Whether a field that is empty is sent nevertheless: not before somebody says so. */
const emptyToggle =
  (React) =>
  ({ isIncluded, isDisabled, onChange }) =>
    React.createElement(
      'label',
      { className: 'send-empty' },
      React.createElement('input', {
        type: 'checkbox',
        disabled: isDisabled,
        checked: !isDisabled && isIncluded === true,
        onChange: (event) => onChange(event.target.checked),
      }),
      'Send empty',
    );
