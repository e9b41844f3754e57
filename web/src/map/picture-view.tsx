/** A drawing of the server as an image, in which nothing can run: larger, smaller, and moved about. */
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/index.js';
import { NARROW } from './camera.js';

/** Pixels of the smallest letters, on a phone and elsewhere. */
const LEAST_TEXT = { phone: 12, screen: 11 };
const STEP = 1.3;
const MIN = 0.1;
const MAX = 4;

interface PictureOptions {
  svg: string;
  title: string;
}

export function PictureView({ svg, title }: PictureOptions): VNode {
  const { about, isEmpty } = useMemo(() => readSvg(svg), [svg]);
  if (!isEmpty) return <Drawing svg={svg} title={title} about={about || title} />;
  // Letters of a drawing cannot wrap: what one that shows nothing says is said by the page.
  return (
    <>
      <p class="empty for-screen">{about}</p>
      <div class="map-drawing for-paper">
        <img src={sourceOf(svg)} alt={about} />
      </div>
    </>
  );
}

function Drawing({ svg, title, about }: PictureOptions & { about: string }): VNode {
  /** `readable`: all of it, where its letters can be read so; otherwise as large as that, and the rest is scrolled to. */
  const [size, setSize] = useState<number | 'readable' | 'whole'>('readable');
  const [isLarger, setLarger] = useState(false);
  /** On paper it lies on its side. */
  const [isWide, setWide] = useState(false);
  const smallest = useMemo(() => smallestIn(svg), [svg]);
  const frame = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const held = useRef<{ x: number; y: number; left: number; top: number } | null>(null);
  const whole = (): void => setSize('whole');
  const zoom = (factor: number): void => {
    const { clientWidth, naturalWidth } = image.current!;
    setSize(Math.min(Math.max((clientWidth / (naturalWidth || 1)) * factor, MIN), MAX));
  };
  const fit = (): void => {
    const { style, naturalWidth, naturalHeight } = image.current!;
    setWide(naturalWidth > naturalHeight);
    const room = frame.current!.clientWidth;
    const least = (room < NARROW ? LEAST_TEXT.phone : LEAST_TEXT.screen) / smallest;
    const isTooSmall = room < naturalWidth * least;
    const scale = size === 'readable' && isTooSmall ? least : size;
    setLarger(typeof scale === 'number');
    if (typeof scale === 'number') style.setProperty('width', `${Math.round(naturalWidth * scale)}px`);
    else style.removeProperty('width');
  };
  useLayoutEffect(() => {
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, [size, svg]);
  // The wheel scrolls the page; with Ctrl it makes the picture larger, as elsewhere.
  useEffect(() => {
    const turn = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY * 0.003));
    };
    const place = frame.current!;
    place.addEventListener('wheel', turn, { passive: false });
    return () => place.removeEventListener('wheel', turn);
  }, []);
  return (
    <>
      <div class="map-downloads" role="group" aria-label={t('map.pictures.zoom')}>
        <button class="small-button" type="button" aria-label={t('map.zoom-in')} onClick={() => zoom(STEP)}>
          +
        </button>
        <button class="small-button" type="button" aria-label={t('map.zoom-out')} onClick={() => zoom(1 / STEP)}>
          −
        </button>
        <button class="small-button" type="button" aria-pressed={size === 'whole'} onClick={whole}>
          {t('map.pictures.whole')}
        </button>
      </div>
      <div
        class={['map-drawing', isLarger && 'free', isWide && 'wide'].filter(Boolean).join(' ')}
        ref={frame}
        tabIndex={0}
        role="region"
        aria-label={title}
        onKeyDown={({ key }) => {
          if (key === '+') zoom(STEP);
          if (key === '-') zoom(1 / STEP);
          if (key === 'f') whole();
        }}
        onPointerDown={(event) => {
          if (event.pointerType !== 'mouse' || event.button || !isLarger) return;
          event.preventDefault();
          const { scrollLeft: left, scrollTop: top } = frame.current!;
          held.current = { x: event.clientX, y: event.clientY, left, top };
          frame.current!.focus({ preventScroll: true });
          frame.current!.setPointerCapture(event.pointerId);
        }}
        onPointerMove={({ clientX, clientY }) => {
          const from = held.current;
          if (from) frame.current!.scrollTo(from.left - (clientX - from.x), from.top - (clientY - from.y));
        }}
        onPointerUp={() => (held.current = null)}
        onPointerCancel={() => (held.current = null)}
      >
        <img ref={image} onLoad={fit} src={sourceOf(svg)} alt={about} draggable={false} />
      </div>
    </>
  );
}

/** Pixels of the smallest letters in a drawing of natural size. */
const smallestIn = (svg: string): number =>
  Math.min(...[...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, pixels]) => Number(pixels)), 12);

const sourceOf = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** What the drawing says of itself, and whether there is nothing in it: then it says so in its lines of text, too. */
function readSvg(svg: string): { about: string; isEmpty: boolean } {
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
  return {
    about: parsed.querySelector('desc')?.textContent ?? '',
    isEmpty: parsed.querySelector('svg > g') !== null && parsed.querySelector('svg > g > *') === null,
  };
}
