/** Puts the document together: resources from the registry, the rest from the chapters of the rooms (contract 12). */
import { version } from '../core/version.js';
import { registry, type ResourceModel } from '../engine/index.js';
import { DESCRIPTION } from './description.js';
import { ERROR_ANSWERS, withWriteFaults } from './errors.js';
import { withFormExamples } from './form-examples.js';
import { HEADERS, PARAMETERS } from './headers.js';
import { VIEW_TITLES } from '../map/views.js';
import { codeTitles, kindAbouts, kindTitles, memberTitles, titlesOfOne } from './locales/index.js';
import type { Chapter, MakeChapter } from './chapter.js';
import type { OpenApi, PathItem, Schema, Tag } from './model.js';
import { ResourceRoutes } from './routes/resource-routes.js';
import { exampleComponents, objectSchemas } from './schemas/objects.js';
import { embeddedName, embeddedSchema } from './schemas/selection.js';
import { SHARED } from './schemas/shared.js';
import { titleOf } from './titles.js';

/** What the description of a resource adds to its `about`. */
const NOTES: Readonly<Record<string, string>> = {
  'storage-devices': 'It is the recommended resource for backups.',
  'dhcp-servers': 'Deprecated: keep them as logical servers.',
  dnsservers: 'Deprecated: keep them as logical servers.',
};

/** The document made of these chapters. It depends on entity files alone, neither on the database nor on settings. */
export function openApi(makers: readonly MakeChapter[]): OpenApi {
  const resources = registry.all();
  const schemas: Record<string, Schema> = { ...SHARED };
  for (const resource of resources) Object.assign(schemas, objectSchemas(resource));
  const chapters = makers.map((make) => make(schemas));
  for (const chapter of chapters) Object.assign(schemas, chapter.schemas);
  const paths = withWriteFaults(withFormExamples(pathsOf(resources, chapters), schemas));
  const embedded = resources.map((resource) => [embeddedName(resource), embeddedSchema(resource)] as const);
  Object.assign(schemas, referencedIn('schemas', schemas, embedded));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Meridian',
      version: version(),
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from.' }],
    security: [{ token: [] }],
    tags: tagsOf(resources, chapters),
    'x-tagGroups': groupsOf(resources, chapters),
    'x-titles': memberTitles(resources),
    'x-codes': codeTitles(resources),
    paths,
    webhooks: Object.assign({}, ...chapters.map(({ webhooks }) => webhooks)),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'From `POST /api/login`, or a named one.' },
      },
      parameters: PARAMETERS,
      headers: HEADERS,
      examples: referencedIn(
        'examples',
        paths,
        resources.flatMap((each) => Object.entries(exampleComponents(each))),
      ),
      responses: ERROR_ANSWERS,
      schemas,
    },
  };
}

/** Of components those that a part of the document refers to: not every object is embedded in another, or sent as it is. */
function referencedIn<T>(
  kind: string,
  part: object,
  components: ReadonlyArray<readonly [string, T]>,
): Record<string, T> {
  const text = JSON.stringify(part);
  return Object.fromEntries(components.filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)));
}

/**
 * All paths; those of resources by what they do. What is alike stands together: compression finds what was said before only within
 * 32 kB, and all routes of one resource are more.
 */
function pathsOf(resources: readonly ResourceModel[], chapters: readonly Chapter[]): Record<string, PathItem> {
  const paths: Record<string, PathItem> = Object.assign({}, ...chapters.map((chapter) => chapter.paths));
  const alike = new Map<string, Array<[path: string, item: PathItem]>>();
  for (const resource of resources) {
    for (const [path, item] of Object.entries(routesOf(resource, chapters))) {
      const rest = path.slice(`/api/${resource.path}`.length);
      const aliases = resource.aliases.map((alias) => `/api/${alias}${rest}`);
      if (!alike.has(rest)) alike.set(rest, []);
      alike.get(rest)!.push([path, { ...(aliases.length && { 'x-aliases': aliases }), ...item }]);
    }
  }
  // A chapter may add to a path of a resource.
  for (const [path, item] of [...alike.values()].flat()) paths[path] = { ...item, ...paths[path] };
  return paths;
}

/** The routes of one resource, with those that chapters add. */
function routesOf(resource: ResourceModel, chapters: readonly Chapter[]): Record<string, PathItem> {
  const Routes = chapters.find(({ resources }) => resources?.[resource.path])?.resources?.[resource.path];
  const own = new (Routes ?? ResourceRoutes)(resource);
  if (resource.readOnly) return own.paths();
  return Object.assign(own.paths(), ...chapters.map((chapter) => chapter.ofResource?.(own)));
}

function tagsOf(resources: readonly ResourceModel[], chapters: readonly Chapter[]): Tag[] {
  return [...chapters.flatMap(({ tags = [] }) => tags), ...resources.map(tagOf)];
}

function tagOf(resource: ResourceModel): Tag {
  const { path, aliases, synonyms, about, deprecated, key, label, node, connector, polymorphicType, cartographiable } =
    resource;
  const older = aliases.length ? `Also served as ${aliases.map((alias) => `\`${alias}\``).join(', ')}.` : '';
  return {
    name: titleOf(resource),
    description: [about, NOTES[path], older].filter(Boolean).join(' '),
    'x-resource': path,
    'x-titles': kindTitles(resource),
    'x-titles-of-one': titlesOfOne(resource),
    'x-abouts': kindAbouts(resource),
    'x-abilities': key,
    'x-type': polymorphicType,
    ...(cartographiable && { 'x-delegable': true }),
    ...(node && !connector && { 'x-node': true }),
    ...(label !== null && { 'x-label': label }),
    ...(aliases.length && { 'x-aliases': aliases }),
    ...(synonyms.length && { 'x-synonyms': synonyms }),
    ...(deprecated && { 'x-deprecated': true }),
  };
}

/** Tags by view, in the order of the views. */
function groupsOf(resources: readonly ResourceModel[], chapters: readonly Chapter[]): OpenApi['x-tagGroups'] {
  const views = Object.entries(VIEW_TITLES).map(([view, titles]) => ({
    name: titles.en,
    'x-titles': titles,
    tags: resources.filter((resource) => resource.view === view).map(titleOf),
  }));
  return [{ name: 'Beginning', tags: chapters.flatMap(({ tags = [] }) => tags.map(({ name }) => name)) }, ...views];
}
