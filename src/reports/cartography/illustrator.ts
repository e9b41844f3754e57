/** Has the pictures of the map report drawn. A report does not fail, nor wait for ever, because one of them cannot be. */
import { Logger } from '@nestjs/common';
import { PICTURE_ROOM, type Picture } from '../../files/document.js';
import type { PagePicture } from '../../pictures/index.js';
import { said } from '../locales/index.js';
import type { ReportRun } from '../report-run.js';
import type { MapView } from './fields.js';
import { VIEWS } from './views/index.js';

/** Milliseconds that all pictures of a report may take. */
const MAX_TIME = 60_000;

const PAGES = [PICTURE_ROOM.upright, PICTURE_ROOM.sideways];

const logger = new Logger('MapReport');

/** What stands at the beginning of a chapter. */
export interface Illustration {
  /** Left out if it could not be drawn; the caption says so. */
  picture?: Picture;
  /** It is for a page that lies on its side. */
  sideways: boolean;
  caption: string;
  /** What is in the picture, by kind. */
  kinds: ReadonlyArray<{ path: string; title: string; boxes: readonly BoxName[] }>;
}

/** What a box stands for: an object, or (without an id) several of a kind. */
export interface BoxName {
  text: string;
  id?: number;
}

export class Illustrator {
  /** Milliseconds that are left. */
  private left = MAX_TIME;

  constructor(
    private readonly run: ReportRun,
    private readonly granularity: number,
  ) {}

  /** The picture of a view; undefined if it would show nothing. Throws if nobody waits for the report any more. */
  async illustrate({ picture: view }: MapView): Promise<Illustration | undefined> {
    const { run, granularity } = this;
    if (view === undefined) return undefined;
    const start = performance.now();
    try {
      const drawn = await run.draw({ view, granularity, pages: PAGES }, AbortSignal.timeout(this.left));
      return drawn && this.illustration(drawn);
    } catch (error) {
      if (run.abandoned) throw error;
      logger.warn(`The picture ${view} was left out of a report: ${(error as Error).message}`);
      return { sideways: false, caption: run.translate('withoutPicture'), kinds: [] };
    } finally {
      this.left = Math.max(0, Math.round(this.left - (performance.now() - start)));
    }
  }

  private illustration({ about, page, boxes, kinds, ...picture }: PagePicture): Illustration {
    const titles = new Map(VIEWS.flatMap(({ types }) => types.map(({ path, title }) => [path, title])));
    return {
      picture: { ...picture, about },
      sideways: PAGES[page] === PICTURE_ROOM.sideways,
      caption: about,
      kinds: kinds.map(({ kind: path, text }) => {
        const title = titles.get(path);
        const own = boxes.filter(({ kind }) => kind === path);
        return { path, title: title ? said(title, this.run) : text, boxes: own.map(nameOf) };
      }),
    };
  }
}

/** Ids of boxes are `<kind>_<id>`; those of groups go on. */
const nameOf = ({ id, label, folded }: PagePicture['boxes'][number]): BoxName =>
  folded === 'group' ? { text: label } : { text: label, id: Number(id.slice(id.lastIndexOf('_') + 1)) };
