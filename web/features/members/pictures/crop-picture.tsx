import { ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { clampView, type View, zoomMost } from '#domain/pictures.ts';
import { Slider } from '#web/ui/fields/slider.tsx';
import { Icon } from '#web/ui/icon.tsx';
import styles from './pictures.module.css';

/** CSS pixels; must equal the sizes in the style sheet. */
const frame = 176;
const circle = 152;
/** How far an arrow key moves the picture, as a fraction of the circle. */
const step = 0.05;

interface CropPictureProps {
  readonly src: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly view: View;
  readonly onView: (view: View) => void;
}

export function CropPicture({ src, size, view, onView }: CropPictureProps) {
  const grabbed = useRef<{ readonly x: number; readonly y: number; readonly view: View } | null>(null);
  const scale = (circle * view.zoom) / Math.min(size.width, size.height);
  const [width, height] = [size.width * scale, size.height * scale];

  const moveBy = (from: View, x: number, y: number): void =>
    onView(clampView(size, { ...from, x: from.x - x / width, y: from.y - y / height }));
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = circle * step;
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [by, 0],
      ArrowRight: [-by, 0],
      ArrowUp: [0, by],
      ArrowDown: [0, -by],
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    moveBy(view, ...move);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grabbed.current = { x: event.clientX, y: event.clientY, view };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const from = grabbed.current;
    if (from) moveBy(from.view, event.clientX - from.x, event.clientY - from.y);
  };
  const release = (): void => {
    grabbed.current = null;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would say form field; this is a picture that moves.
    <div
      className={styles.crop}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move what is in it.
      tabIndex={0}
      aria-label="Picture: drag it or use the arrow keys to choose what shows in the circle"
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <img
        src={src}
        alt=""
        draggable={false}
        style={{ width, height, left: frame / 2 - view.x * width, top: frame / 2 - view.y * height }}
      />
    </div>
  );
}

export function CropZoom({ size, view, onView }: Omit<CropPictureProps, 'src'>) {
  return (
    <div className={styles.tools}>
      <Icon of={ZoomOut} />
      <Slider
        label="Zoom"
        value={view.zoom}
        min={1}
        max={zoomMost(size)}
        step={0.05}
        valueText={`${Math.round(view.zoom * 100)}%`}
        onChange={(zoom) => onView(clampView(size, { ...view, zoom }))}
      />
      <Icon of={ZoomIn} />
    </div>
  );
}
