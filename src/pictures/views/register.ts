import type { End, Selector, View } from './view.js';

const REGISTERED: ReadonlyArray<readonly [string, End]> = [
  ['processes.macroprocess_id', 'from'],
  ['data-processings.processes', 'to'],
  ['data-processings.applications', 'from'],
  ['data-processings.informations', 'from'],
];

const registered = (name: string, kind: string): Selector => ({
  ...{ name, kind, list: true, keeps: 'follow', edges: REGISTERED },
});

/** What is done with personal data: processings, with the processes, applications and information that they concern. */
export const REGISTER: View = {
  name: 'register',
  kinds: ['macro-processuses', 'processes', 'data-processings', 'applications', 'information'],
  linkedOnly: ['macro-processuses', 'processes', 'applications', 'information'],
  nest: [{ edge: 'processes.macroprocess_id', container: 'to' }],
  lines: [
    { edge: 'data-processings.processes', means: 'registeredAs' },
    { edge: 'data-processings.applications', means: 'registeredAs', leftwards: true },
    { edge: 'data-processings.informations', means: 'registeredAs', leftwards: true },
  ],
  badges: [],
  show: ['tags', 'kinds'],
  selectors: [registered('macro_process', 'macro-processuses'), registered('process', 'processes')],
};
