/** The public face of pictures. */
export type { PictureFormat } from './formats.js';
export type { PagePicture } from './pages.js';
export { parametersOf, PICTURE_FORMATS } from './parameters.js';
export { PicturesService, type PictureOfDocument } from './pictures.service.js';
export { VIEWS } from './views/index.js';
export { WALKS } from './views/walks.js';
