import { type PointerEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { DrawnAnnotation, Point } from '#domain/xfdf/annotation.ts';
import type { ShownPage } from '#web/viewer/stage.ts';
import { rectAround } from './annotation-geometry.ts';
import styles from './annotation-layer.module.css';
import { isResizable, movedAnnotation, resizedAnnotation, withEnd } from './edit-annotation.ts';
import { percentBox, viewBox, viewPoint } from './page-point.ts';

interface SelectionFrameProps {
  readonly page: ShownPage;
  readonly annotation: DrawnAnnotation;
  readonly onPull: (annotation: DrawnAnnotation) => void;
  readonly onDrop: (annotation: DrawnAnnotation | null) => void;
}

type Grip = 'move' | 'start' | 'end' | readonly [across: 0 | 1, down: 0 | 1];

const corners: readonly (readonly [0 | 1, 0 | 1])[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

export function SelectionFrame({ page, annotation, onPull, onDrop }: SelectionFrameProps) {
  const pull = useRef<{
    grip: Grip;
    pointer: number;
    from: Point;
    annotation: DrawnAnnotation;
    last: DrawnAnnotation | null;
  } | null>(null);
  const { surface } = page;
  const pointOf = (event: PointerEvent) => surface.toPage(viewPoint(page, event));

  const begin = (grip: Grip) => (event: PointerEvent<HTMLElement>) => {
    if (event.button > 0 || !event.isPrimary) return;
    event.stopPropagation();
    // Keeps the focus on the annotation.
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    pull.current = { grip, pointer: event.pointerId, from: pointOf(event), annotation, last: null };
  };
  const move = (event: PointerEvent) => {
    const now = pull.current;
    if (now?.pointer !== event.pointerId) return;
    now.last = pulled(now.annotation, now.grip, { from: now.from, to: pointOf(event), page });
    onPull(now.last);
  };
  const end = (event: PointerEvent) => {
    const now = pull.current;
    if (now?.pointer !== event.pointerId) return;
    pull.current = null;
    onDrop(event.type === 'pointerup' ? now.last : null);
  };
  const handlers = { onPointerMove: move, onPointerUp: end, onPointerCancel: end };

  return createPortal(
    <div
      className={styles.frame}
      style={percentBox(annotation.rect, surface)}
      data-gesture="edit"
      onPointerDown={begin('move')}
      {...handlers}
    >
      {isResizable(annotation) &&
        corners.map((corner) => (
          <span
            key={corner.join('')}
            className={styles.handle}
            style={{ left: `${100 * corner[0]}%`, top: `${100 * corner[1]}%` }}
            data-handle={corner.join('')}
            onPointerDown={begin(corner)}
            {...handlers}
          />
        ))}
      {annotation.kind === 'line' &&
        (['start', 'end'] as const).map((which) => (
          <span
            key={which}
            className={styles.handle}
            style={within(page, annotation, annotation[which])}
            data-handle={which}
            onPointerDown={begin(which)}
            {...handlers}
          />
        ))}
    </div>,
    page.over,
  );
}

function pulled(
  annotation: DrawnAnnotation,
  grip: Grip,
  { from, to, page: { surface } }: { readonly from: Point; readonly to: Point; readonly page: ShownPage },
): DrawnAnnotation {
  if (grip === 'move') return movedAnnotation(annotation, { x: to.x - from.x, y: to.y - from.y }, surface);
  if (grip === 'start' || grip === 'end') return withEnd(annotation, grip, to);
  // The corner that appears opposite the grip stays in place, even on rotated pages.
  const { x, y, width, height } = viewBox(annotation.rect, surface);
  const fixed = { x: grip[0] === 0 ? x + width : x, y: grip[1] === 0 ? y + height : y };
  return resizedAnnotation(annotation, rectAround([surface.toPage(fixed), to]));
}

function within({ surface }: ShownPage, { rect }: DrawnAnnotation, point: Point) {
  const { x, y, width, height } = viewBox(rect, surface);
  const at = surface.toView(point);
  const part = (value: number, length: number) => `${(100 * value) / Math.max(length, 0.01)}%`;
  return { left: part(at.x - x, width), top: part(at.y - y, height) };
}
