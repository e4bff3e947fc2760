import { type PointerEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import type { DrawnMark, Point } from '#domain/xfdf/mark.ts';
import type { ShownPage } from '#web/viewer/stage.ts';
import styles from './mark-layer.module.css';
import { MarkShape } from './mark-shape.tsx';
import { placedShapeEnds } from './new-shape.ts';
import { viewPlace } from './place-on-page.ts';

/** View units under which a press is no drag. */
const dragMin = 5;

export interface ShapeEnds {
  readonly start: Point;
  readonly end: Point;
}

interface ShapePadProps {
  readonly page: ShownPage;
  readonly shapeOf: (ends: ShapeEnds) => DrawnMark;
  readonly onShape: (mark: DrawnMark) => void;
}

/** Where a shape is drawn from corner to corner; a press alone puts one of the usual size there. */
export function ShapePad({ page, shapeOf, onShape }: ShapePadProps) {
  const [drawn, setDrawn] = useState<(ShapeEnds & { readonly pointer: number }) | null>(null);
  const { surface } = page;
  const { width, height } = surface.size;
  const placeOf = (event: PointerEvent) => surface.toPage(viewPlace(page, event));
  return createPortal(
    <div
      className={styles.pad}
      data-gesture="draw"
      onPointerDown={(event) => {
        if (event.button > 0 || !event.isPrimary) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const start = placeOf(event);
        setDrawn({ pointer: event.pointerId, start, end: start });
      }}
      onPointerMove={(event) => {
        if (drawn?.pointer === event.pointerId) setDrawn({ ...drawn, end: placeOf(event) });
      }}
      onPointerUp={(event) => {
        if (drawn?.pointer !== event.pointerId) return;
        setDrawn(null);
        const ends = { start: drawn.start, end: placeOf(event) };
        onShape(shapeOf(isDrag(page, ends) ? ends : placedShapeEnds(surface, ends.start)));
      }}
      onPointerCancel={() => setDrawn(null)}
    >
      {drawn && (
        <svg className={styles.svg} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <MarkShape mark={shapeOf(drawn)} surface={surface} />
        </svg>
      )}
    </div>,
    page.over,
  );
}

function isDrag({ surface }: ShownPage, { start, end }: ShapeEnds): boolean {
  const [a, b] = [surface.toView(start), surface.toView(end)];
  return Math.hypot(a.x - b.x, a.y - b.y) >= dragMin * surface.pointSize;
}
