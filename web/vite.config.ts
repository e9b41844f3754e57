/** How the pages are built, and served while they are worked on. */
import { defaultClientConditions, defineConfig } from 'vite';

/** The server that answers behind `npm run dev -w meridian-web`. */
const API = 'http://127.0.0.1:3000';

export default defineConfig({
  // The client is read as it is written: no build of it is needed first.
  resolve: { conditions: ['meridian-source', ...defaultClientConditions] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    // The policy of the pages: no script and no style in the page itself, no picture that is no file.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // What every page needs and what changes seldom stands by itself.
      output: { codeSplitting: { groups: [{ name: 'preact', test: /node_modules\/preact\// }] } },
    },
  },
  // With the host that the browser asked for: the server gives a session to its own pages alone.
  server: { proxy: { '/api': { target: API }, '/health': { target: API } } },
});
