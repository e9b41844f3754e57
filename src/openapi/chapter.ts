/** What a room of the program describes in the document: it stands in that room, beside the routes (`X.openapi.ts`). */
import type { ResourceModel } from '../engine/index.js';
import type { PathItem, Schema, Tag } from './model.js';
import type { ResourceRoutes } from './routes/resource-routes.js';
import type { RouteWriter } from './routes/route-writer.js';

export interface Chapter {
  tags?: Tag[];
  paths?: Readonly<Record<string, PathItem>>;
  /** Requests that the server sends, by name. */
  webhooks?: Readonly<Record<string, PathItem>>;
  schemas?: Readonly<Record<string, Schema>>;
  /** The routes of resources that differ from those of all others, by the resource's path. */
  resources?: Readonly<Record<string, new (resource: ResourceModel) => ResourceRoutes>>;
  /** What it adds to the paths of each resource that can be written. */
  ofResource?(writer: RouteWriter): Readonly<Record<string, PathItem>>;
}

/** Makes a chapter. `schemas`: those of the objects of each resource, by their name. */
export type MakeChapter = (schemas: Readonly<Record<string, Schema>>) => Chapter;
