/** The command for pictures, whose options are the parameters that pictures take. */
import { ROUTE_FACTS } from '../graph/parameters.js';
import { ENDINGS, type PictureFormat } from '../pictures/formats.js';
import { VIEWS } from '../pictures/views/index.js';
import { WALKS } from '../pictures/views/walks.js';
import { choice, flag, number, remote, text, texts, type Command, type Option } from './command.js';
import { optionOf } from './graph-commands.js';

const optionName = (parameter: string): string => parameter.replaceAll('_', '-');

/** What pictures of walks are asked, with what it means to each of them. `most` counts boxes in a picture. */
function ofWalks(): Record<string, Option> {
  const options: Record<string, Option> = {};
  for (const [{ name }, route] of WALKS) {
    for (const parameter of ROUTE_FACTS[route].parameters) {
      if (parameter.name === 'most') continue;
      const [key, option] = [optionName(parameter.name), optionOf(parameter)];
      const known = options[key] ? `${options[key].describe} ` : '';
      options[key] = { ...option, describe: `${known}Of ${name}: ${option.describe}` };
    }
  }
  return options;
}

/** What views are narrowed to. */
const selectors = (): Array<[string, Option]> =>
  VIEWS.flatMap((view) =>
    view.selectors.map((selector): [string, Option] => {
      const what = 'kind' in selector ? 'by type and name, or by id' : 'with this value';
      return [optionName(selector.name), texts(`Narrows ${viewsWith(selector.name)}: ${what}`)];
    }),
  );

const viewsWith = (selector: string): string =>
  VIEWS.filter((view) => view.selectors.some(({ name }) => name === selector))
    .map(({ name }) => name)
    .join(', ');

/** The parameters of pictures, by the names of their options. */
const PARAMETERS: Readonly<Record<string, Option>> = {
  theme: choice(['light', 'dark'], 'On light or on dark ground'),
  scale: number('Of PNG: pixels for each unit, 1 to 4'),
  most: number('Boxes, at most: 10 to 800'),
  fold: choice(['auto', 'none'], 'none: every object by itself'),
  links: choice(['map', 'none'], 'none: boxes lead nowhere'),
  foot: choice(['0', '1'], '0: without what stands at its foot'),
  show: texts(`What is written besides names: ${[...new Set(VIEWS.flatMap(({ show }) => show))].join(', ')}`),
  group: choice([...new Set(VIEWS.flatMap(({ groups }) => Object.keys(groups ?? {})))], 'Containers on demand'),
  granularity: { ...number('How fine it is, as in the map report'), choices: [1, 2, 3] },
  ...Object.fromEntries(selectors()),
  ...ofWalks(),
  tags: texts('Objects with one of these tags alone'),
};

/** Options that name objects. */
const OBJECTS: ReadonlySet<string> = new Set([
  ...VIEWS.flatMap(({ selectors: own }) => own.flatMap((one) => ('kind' in one ? [optionName(one.name)] : []))),
  ...[...WALKS.values()].flatMap((route) =>
    ROUTE_FACTS[route].parameters.flatMap(({ name, reading }) => (reading.as === 'objects' ? [optionName(name)] : [])),
  ),
]);

export const PICTURE: Command = remote({
  name: 'picture',
  summary: 'A view of the map as a picture: SVG, PNG, draw.io, text, Mermaid, DOT',
  details:
    'Without a name it lists the pictures. Without a file the picture is printed, on a terminal as text; otherwise its format ' +
    'is that of the ending of the file: .svg, .png, .drawio, .txt, .mmd or .dot.',
  positionals: { name: { describe: 'The name of the picture', optional: true, completes: 'pictures' } },
  options: {
    format: { ...choice(Object.keys(ENDINGS) as PictureFormat[], 'What kind of file it is'), alias: 'f' },
    output: { ...text('The file into which it is written; with --all the folder'), alias: 'o' },
    all: flag('Every picture that needs no object to begin with'),
    ...PARAMETERS,
  },
  examples: [
    ['picture', 'which there are'],
    ['picture physical-infrastructure -o map.svg', 'a file'],
    ['picture network-infrastructure --site sites:"Valmarais centre" -o cables.png', 'of one site'],
    ['picture impact --of bays:BAIE-A1', 'what an outage takes with it, as text on a terminal'],
    ['picture --all -f drawio -o pictures', 'every view into a folder'],
  ],
  run: async (values) => {
    const parameters = Object.keys(PARAMETERS).map((option) => ({ option, isObject: OBJECTS.has(option) }));
    return (await import('./remote/pictures.js')).picture(values, parameters);
  },
});
