/** The operations of a resource in Swagger UI: with the session's token, and with errors that explain themselves. */
import { blankForms } from './blank-forms.js';
import { codeView } from './code-view.js';
import { nameControls } from './control-names.js';
import { copyButton, h } from './dom.js';
import { explain } from './problem.js';
import { authorization, forget, session } from './session.js';

const FORMS = /^(override|overrideMass)/;

let library;

/** Swagger UI is large: it is fetched when operations are first shown. */
const swaggerUi = () =>
  (library ??= new Promise((done, failed) => {
    const script = document.createElement('script');
    script.src = '/docs/swagger-ui-bundle.js';
    script.onload = () => done(window.SwaggerUIBundle);
    script.onerror = () => failed(new Error('Swagger UI could not be read.'));
    document.head.append(script);
  }));

/** Shows the operations of `spec` in `place`. */
export async function mountOperations(place, spec) {
  place.textContent = 'Reading the operations…';
  const SwaggerUIBundle = await swaggerUi();
  place.textContent = '';
  nameControls(place);
  SwaggerUIBundle({
    spec,
    domNode: place,
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [explaining, blankForms, codeView],
    layout: 'BaseLayout',
    docExpansion: 'list',
    defaultModelsExpandDepth: -1,
    defaultModelExpandDepth: 2,
    defaultModelRendering: 'example',
    displayRequestDuration: true,
    tryItOutEnabled: true,
    validatorUrl: null,
    operationsSorter: byUse,
    requestInterceptor: (request) => {
      request.headers = { ...request.headers, ...authorization() };
      request.url = forSpreadsheets(request.url);
      return request;
    },
    responseInterceptor: (response) => {
      if (response.status === 401 && session()) forget();
      return response;
    },
  });
}

/** The address of a file as CSV, with the mark by which spreadsheet programs know its encoding; any other as it is. */
function forSpreadsheets(address) {
  const url = new URL(address, location.href);
  const { searchParams } = url;
  const isFile = /^\/api\/(report\/[^/]+|[^/]+\/export)$/.test(url.pathname);
  if (!isFile || searchParams.get('format') !== 'csv' || searchParams.has('bom')) return address;
  searchParams.set('bom', '1');
  return url.href;
}

/** Those that stand in for others by a form come last. */
function byUse(one, other) {
  const rank = (operation) => Number(FORMS.test(operation.getIn(['operation', 'operationId'])));
  return rank(one) - rank(other);
}

/** A plugin: above an answer that is no success stands what it means. */
const explaining = ({ React, getSystem }) => ({
  components: {
    // The token stays out of sight: the command takes it from the shell.
    curl: ({ request }) => {
      const command = getSystem()
        .fn.requestSnippetGenerator_curl_bash(request)
        .replace(/'(authorization: Bearer) [^']*'/i, '"$1 $$TOKEN"');
      const head = h('div.curl-head', {}, h('h4', {}, 'Curl'), copyButton(command));
      const put = (place) => place?.replaceChildren(head, h('pre.json', {}, command));
      return React.createElement('div', { className: 'curl-command', ref: put });
    },
  },
  wrapComponents: {
    liveResponse: (Original) => (props) => {
      const { response } = props;
      const status = response?.get('status');
      const shown = React.createElement(Original, props);
      if (!(status >= 400)) return shown;
      const put = (place) => place?.replaceChildren(explain(status, bodyOf(response)) ?? '');
      return React.createElement('div', {}, React.createElement('div', { ref: put, className: 'explained' }), shown);
    },
  },
});

function bodyOf(response) {
  try {
    return JSON.parse(response.get('text'));
  } catch {
    return undefined;
  }
}
