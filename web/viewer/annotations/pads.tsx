import { type PointerEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Annotation, DrawnAnnotation, Point } from '#domain/xfdf/annotation.ts';
import type { ShownPage } from '#web/viewer/stage.ts';
import { annotationAt } from './annotation-geometry.ts';
import styles from './annotation-layer.module.css';
import { AnnotationShape } from './annotation-shape.tsx';
import { InkPad, type PalmGuard } from './ink-pad.tsx';
import { defaultShapeEnds, newInk, newShape, type ShapeEnds } from './new-annotation.ts';
import { unitsPerPixel, viewPoint } from './page-point.ts';
import type { Annotating } from './use-annotating.ts';

interface AnnotationPadsProps {
  readonly pages: readonly ShownPage[];
  readonly annotating: Annotating;
  readonly palm: PalmGuard;
}

export function AnnotationPads({ pages, annotating, palm }: AnnotationPadsProps) {
  const { tool, defaults, annotations, add, addAt, remove, addStroke } = annotating;
  const { gesture } = tool;
  return pages.map((page) => {
    const key = page.surface.page;
    switch (gesture.kind) {
      case 'draw':
        return (
          <InkPad
            key={key}
            page={page}
            defaults={defaults}
            palm={palm}
            onStroke={(stroke) => addStroke(newInk(page.surface, stroke, defaults))}
          />
        );
      case 'shape':
        return (
          <ShapePad
            key={key}
            page={page}
            shapeOf={(ends) => newShape(gesture.shape, page.surface, ends, defaults)}
            onShape={(annotation) => add(annotation)}
          />
        );
      case 'place':
        return <PointPad key={key} page={page} onPoint={(at) => addAt(page, at)} />;
      case 'erase':
        return <EraserPad key={key} page={page} annotations={annotations} onErase={remove} />;
      case 'select':
      case 'text':
        return null;
      default:
        return gesture satisfies never;
    }
  });
}

/** CSS pixels around the pointer within which the eraser works. */
const eraserReach = 6;

interface EraserPadProps {
  readonly page: ShownPage;
  readonly annotations: readonly Annotation[];
  readonly onErase: (id: string) => void;
}

export function EraserPad({ page, annotations, onErase }: EraserPadProps) {
  const pressed = useRef(false);
  const release = (): void => {
    pressed.current = false;
  };
  const erase = (event: PointerEvent<HTMLDivElement>) => {
    const point = page.surface.toPage(viewPoint(page, event));
    const onPage = annotations.filter((annotation) => annotation.page === page.surface.page);
    const hit = annotationAt(onPage, point, eraserReach * unitsPerPixel(page));
    if (hit) onErase(hit.id);
  };
  return createPortal(
    <div
      className={styles.pad}
      data-gesture="erase"
      onPointerDown={(event) => {
        if (event.button > 0) return;
        pressed.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        erase(event);
      }}
      onPointerMove={(event) => pressed.current && erase(event)}
      onPointerUp={release}
      onPointerCancel={release}
    />,
    page.over,
  );
}

interface PointPadProps {
  readonly page: ShownPage;
  /** `point` is in page units. */
  readonly onPoint: (point: Point) => void;
}

export function PointPad({ page, onPoint }: PointPadProps) {
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: for pointers
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on the pages does the same
    <div
      className={styles.pad}
      data-gesture="place"
      onClick={(event) => onPoint(page.surface.toPage(viewPoint(page, event)))}
    />,
    page.over,
  );
}

/** View units. A shorter movement is a press instead of a drag. */
const dragMin = 5;

interface ShapePadProps {
  readonly page: ShownPage;
  readonly shapeOf: (ends: ShapeEnds) => DrawnAnnotation;
  readonly onShape: (annotation: DrawnAnnotation) => void;
}

export function ShapePad({ page, shapeOf, onShape }: ShapePadProps) {
  const [drawn, setDrawn] = useState<(ShapeEnds & { readonly pointer: number }) | null>(null);
  const { surface } = page;
  const { width, height } = surface.size;
  const pointOf = (event: PointerEvent) => surface.toPage(viewPoint(page, event));
  return createPortal(
    <div
      className={styles.pad}
      data-gesture="draw"
      onPointerDown={(event) => {
        if (event.button > 0 || !event.isPrimary) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const start = pointOf(event);
        setDrawn({ pointer: event.pointerId, start, end: start });
      }}
      onPointerMove={(event) => {
        if (drawn?.pointer === event.pointerId) setDrawn({ ...drawn, end: pointOf(event) });
      }}
      onPointerUp={(event) => {
        if (drawn?.pointer !== event.pointerId) return;
        setDrawn(null);
        const ends = { start: drawn.start, end: pointOf(event) };
        onShape(shapeOf(isDrag(page, ends) ? ends : defaultShapeEnds(surface, ends.start)));
      }}
      onPointerCancel={() => setDrawn(null)}
    >
      {drawn && (
        <svg className={styles.svg} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <AnnotationShape annotation={shapeOf(drawn)} surface={surface} />
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
