/** A drawing of the server as an image, in which nothing can run: larger, smaller, and moved about. */
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/index.js';

const STEP = 1.3;
const MIN = 0.1;
const MAX = 4;

export function PictureView({ svg, title }: { svg: string; title: string }): VNode {
  const [scale, setScale] = useState<number | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const held = useRef<{ x: number; y: number; left: number; top: number } | null>(null);
  const whole = (): void => setScale(null);
  const zoom = (factor: number): void => {
    const { clientWidth, naturalWidth } = image.current!;
    const now = scale ?? clientWidth / (naturalWidth || 1);
    setScale(Math.min(Math.max(now * factor, MIN), MAX));
  };
  useLayoutEffect(() => {
    const { style, naturalWidth } = image.current!;
    if (scale === null) style.removeProperty('width');
    else style.setProperty('width', `${Math.round(naturalWidth * scale)}px`);
  }, [scale, svg]);
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
  }, [scale]);
  return (
    <>
      <div class="map-downloads" role="group" aria-label={t('map.pictures.zoom')}>
        <button class="small-button" type="button" aria-label={t('map.zoom-in')} onClick={() => zoom(STEP)}>
          +
        </button>
        <button class="small-button" type="button" aria-label={t('map.zoom-out')} onClick={() => zoom(1 / STEP)}>
          −
        </button>
        <button class="small-button" type="button" aria-pressed={scale === null} onClick={whole}>
          {t('map.pictures.whole')}
        </button>
      </div>
      <div
        class={scale === null ? 'map-drawing' : 'map-drawing free'}
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
          if (event.pointerType !== 'mouse' || event.button || scale === null) return;
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
        <img
          ref={image}
          src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}
          alt={aboutOf(svg) || title}
          draggable={false}
        />
      </div>
    </>
  );
}

/** What the drawing says of itself. */
function aboutOf(svg: string): string {
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
  return parsed.querySelector('desc')?.textContent ?? '';
}
