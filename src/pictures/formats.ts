/** The formats of pictures, and how the names of their files end. */
export const ENDINGS = {
  svg: 'svg',
  png: 'png',
  drawio: 'drawio',
  dot: 'dot',
  mermaid: 'mmd',
  text: 'txt',
  json: 'json',
} as const;

export type PictureFormat = keyof typeof ENDINGS;
