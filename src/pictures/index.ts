/** The public face of pictures. */
export type { PictureFormat } from './formats.js';
export { parametersOf, PICTURE_FORMATS } from './parameters.js';
export { VIEWS } from './views/index.js';
export { WALKS } from './views/walks.js';
