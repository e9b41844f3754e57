import { Int, Links, MapObject, Name, Resource, Str } from '../engine/index.js';

/** A file kept with the map. */
@Resource('documents', {
  view: 'configuration',
  key: 'document',
  label: 'filename',
  cartographiable: false,
  about: 'A file kept with the map.',
})
export class Document extends MapObject {
  @Name({
    required: false,
    unique: false,
    search: false,
    nullable: false,
    writable: 'update',
    about: 'File name with extension',
  })
  filename!: string;
  @Str({ nullable: false, writable: false, about: 'Media type of the content' }) mimetype!: string;
  @Int({ nullable: false, writable: false, about: 'Size in bytes' }) size!: number;
  @Str({ nullable: false, writable: false, about: 'SHA-256 of the content' }) hash!: string;
  @Links('activities') activities!: number[];
  @Links('entities') entities!: number[];
  @Links('data-processings') data_processings!: number[];
  @Links('external-connected-entities') external_connected_entities!: number[];
  @Links('logical-servers') logical_servers!: number[];
  @Links('relations') relations!: number[];
}
