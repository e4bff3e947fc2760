import { type PointerEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Point } from '#domain/xfdf/annotation.ts';
import type { ShownPage } from '#web/viewer/stage.ts';
import styles from './annotation-layer.module.css';
import { curve } from './annotation-shape.tsx';
import { type AnnotationDefaults, inkWidthOn } from './new-annotation.ts';
import { viewPoint } from './page-point.ts';

interface InkPadProps {
  readonly page: ShownPage;
  readonly defaults: AnnotationDefaults;
  readonly palm: PalmGuard;
  readonly onStroke: (stroke: readonly Point[]) => void;
}

type Gesture =
  | { readonly kind: 'stroke'; readonly pointer: number; readonly points: Point[] }
  | { readonly kind: 'scroll'; readonly pointer: number; x: number; y: number };

export function InkPad(props: InkPadProps) {
  const { page, defaults } = props;
  const { width, height } = page.surface.size;
  const { path, handlers } = useStroke(props);
  return createPortal(
    <div className={styles.pad} data-gesture="draw" {...handlers}>
      <svg className={styles.svg} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <path
          ref={path}
          fill="none"
          stroke={defaults.colour}
          opacity={defaults.opacity ?? 1}
          strokeWidth={inkWidthOn(page.surface, defaults.width)}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </div>,
    page.over,
  );
}

function useStroke({ page, palm, onStroke }: Omit<InkPadProps, 'defaults'>) {
  const gesture = useRef<Gesture | null>(null);
  const path = useRef<SVGPathElement>(null);

  // Updates only the path's attribute while a stroke grows, because rendering a hundred times per second is too slow.
  const show = (points: readonly Point[]) => path.current?.setAttribute('d', curve(points));
  const cancel = () => {
    gesture.current = null;
    show([]);
  };

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button > 0) return;
    const use = palm.use({ type: event.pointerType, isPrimary: event.isPrimary }, performance.now());
    if (use === 'ignore') return;
    event.currentTarget.setPointerCapture(event.pointerId);
    if (use === 'draw') {
      const points = [viewPoint(page, event)];
      gesture.current = { kind: 'stroke', pointer: event.pointerId, points };
      show(points);
    } else {
      // A second finger cancels the stroke, because the user wants to scroll or zoom.
      cancel();
      gesture.current = { kind: 'scroll', pointer: event.pointerId, x: event.clientX, y: event.clientY };
    }
  };

  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (event.pointerType === 'pen') palm.penSeen(performance.now());
    const now = gesture.current;
    if (!now || now.pointer !== event.pointerId) return;
    if (now.kind === 'scroll') {
      page.element.closest('[tabindex="0"]')?.scrollBy(now.x - event.clientX, now.y - event.clientY);
      now.x = event.clientX;
      now.y = event.clientY;
      return;
    }
    const moves = event.nativeEvent.getCoalescedEvents?.() ?? [];
    for (const move of moves.length > 0 ? moves : [event.nativeEvent]) now.points.push(viewPoint(page, move));
    show(now.points);
  };

  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    const now = gesture.current;
    if (!now || now.pointer !== event.pointerId) return;
    cancel();
    if (now.kind === 'stroke') onStroke(now.points.map(page.surface.toPage));
  };
  return { path, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: cancel } };
}

/** Milliseconds after the last use of the pen during which touches are ignored, because they may be the palm. */
export const palmPause = 500;

export type PalmGuard = Readonly<ReturnType<typeof createPalmGuard>>;

/** Fingers draw until a pen is used. After that, fingers scroll. */
export function createPalmGuard() {
  let lastPen: number | undefined;
  return {
    use({ type, isPrimary }: { readonly type: string; readonly isPrimary: boolean }, now: number) {
      if (type === 'pen') lastPen = now;
      if (type !== 'touch') return 'draw';
      if (lastPen === undefined) return isPrimary ? 'draw' : 'scroll';
      return now - lastPen < palmPause ? 'ignore' : 'scroll';
    },
    penSeen(now: number): void {
      lastPen = now;
    },
  };
}
