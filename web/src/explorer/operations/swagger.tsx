/** Swagger UI for the operations: as whoever is signed in, and with errors that explain themselves. */
import type { VNode } from 'preact';
import swaggerUi from 'swagger-ui-dist/swagger-ui-bundle.js?url';
import type { OpenApi } from '../../api/openapi.js';
import { refused, requestHeaders, session } from '../../api/session.js';
import { Problem } from '../../components/problem.js';
import { CopyButton } from '../../components/text.js';
import { blankForms } from './blank-forms.js';
import { codeView } from './code-view.js';
import { useIsland, type React } from './island.js';
import { translateControls } from './swagger-words.js';
import 'swagger-ui-dist/swagger-ui.css';
import './operations.css';
import './operation-parts.css';

interface SwaggerUi {
  (options: object): void;
  presets: { apis: unknown };
}

/** An operation or an answer, as Swagger UI keeps it. */
interface Kept {
  get(key: string): unknown;
  getIn(path: readonly string[]): unknown;
}

interface SentRequest {
  url: string;
  headers: Record<string, string>;
  credentials?: RequestCredentials;
}

const FORMS = /^(override|overrideMass)/;

let library: Promise<SwaggerUi> | undefined;

/** Swagger UI is a script of the older kind, that makes a name of the window. */
const fetchLibrary = (): Promise<SwaggerUi> =>
  (library ??= new Promise((done, failed) => {
    const script = document.createElement('script');
    script.src = swaggerUi;
    script.onload = () => done((window as unknown as { SwaggerUIBundle: SwaggerUi }).SwaggerUIBundle);
    script.onerror = () => {
      library = undefined;
      failed(new Error('Swagger UI could not be read.'));
    };
    document.head.append(script);
  }));

/** Shows the operations of `spec` in `place`, in the language of the page until `signal` ends it. */
export async function showOperations(place: HTMLElement, spec: OpenApi, signal: AbortSignal): Promise<void> {
  const SwaggerUIBundle = await fetchLibrary();
  if (signal.aborted) return;
  translateControls(place, signal);
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
    requestInterceptor: (request: SentRequest) => {
      request.headers = { ...request.headers, ...requestHeaders() };
      request.credentials = session.get() ? 'same-origin' : 'omit';
      request.url = forSpreadsheets(request.url);
      return request;
    },
    responseInterceptor: (response: { status: number }) => {
      if (response.status === 401) refused(session.get()?.id);
      return response;
    },
  });
}

/** The address of a file as CSV, with the mark by which spreadsheet programs know its encoding; any other as it is. */
function forSpreadsheets(address: string): string {
  const url = new URL(address, location.href);
  const { searchParams } = url;
  const isFile = /^\/api\/(report\/[^/]+|[^/]+\/export)$/.test(url.pathname);
  if (!isFile || searchParams.get('format') !== 'csv' || searchParams.has('bom')) return address;
  searchParams.set('bom', '1');
  return url.href;
}

/** Those that stand in for others by a form come last. */
function byUse(one: Kept, other: Kept): number {
  const rank = (operation: Kept): number => Number(FORMS.test(operation.getIn(['operation', 'operationId']) as string));
  return rank(one) - rank(other);
}

interface ExplainingSystem {
  React: React;
  getSystem(): { fn: { requestSnippetGenerator_curl_bash(request: unknown): string } };
}

/** A plugin: above an answer that is no success stands what it means. */
const explaining = ({ React: react, getSystem }: ExplainingSystem): object => {
  const Explained = ({ status, text }: { status: number; text: string }): unknown =>
    useIsland(react, () => <Problem status={status} body={parsed(text)} />, [status, text], 'explained');
  return {
    components: {
      // A shell has no session of the browser: the command takes a token from there.
      curl: ({ request }: { request: unknown }) => {
        const command = getSystem()
          .fn.requestSnippetGenerator_curl_bash(request)
          .replace(/'x-meridian-page: [^']*'/i, '"Authorization: Bearer $$TOKEN"');
        const draw = (): VNode => (
          <>
            <div class="curl-head">
              <h4>Curl</h4>
              <CopyButton text={command} />
            </div>
            <pre class="json">{command}</pre>
          </>
        );
        return useIsland(react, draw, [command], 'curl-command');
      },
    },
    wrapComponents: {
      liveResponse: (Original: unknown) => (properties: { response?: Kept }) => {
        const status = Number(properties.response?.get('status'));
        const shown = react.createElement(Original, properties);
        if (!(status >= 400)) return shown;
        const text = String(properties.response!.get('text'));
        return react.createElement('div', {}, react.createElement(Explained, { status, text }), shown);
      },
    },
  };
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
