import { type PointerEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Annotation, DrawnAnnotation, Point } from '#domain/xfdf/annotation.ts';
import type { ShownPage } from '#web/viewer/stage.ts';
import { annotationAt } from './annotation-geometry.ts';
import styles from './annotation-layer.module.css';
import { AnnotationShape } from './annotation-shape.tsx';
import { InkPad, type PalmGuard } from './ink-pad.tsx';
import { newInk, newShape, placedShapeEnds } from './new-annotation.ts';
import { unitsPerPixel, viewPoint } from './page-point.ts';
import type { Annotating } from './use-annotating.ts';

interface MarkPadsProps {
  readonly pages: readonly ShownPage[];
  readonly annotating: Annotating;
  readonly palm: PalmGuard;
}

/** What catches the pointer on every page while a tool is in hand that draws, puts or rubs out. */
export function AnnotationPads({ pages, annotating, palm }: MarkPadsProps) {
  const { tool, making, marks, add, place, remove, addStroke } = annotating;
  const { gesture } = tool;
  return pages.map((page) => {
    const key = page.surface.page;
    switch (gesture.kind) {
      case 'draw':
        return (
          <InkPad
            key={key}
            page={page}
            making={making}
            palm={palm}
            onStroke={(stroke) => addStroke(newInk(page.surface, stroke, making))}
          />
        );
      case 'shape':
        return (
          <ShapePad
            key={key}
            page={page}
            shapeOf={(ends) => newShape(gesture.shape, page.surface, ends, making)}
            onShape={(mark) => add(mark)}
          />
        );
      case 'place':
        return <PointPad key={key} page={page} onPlace={(at) => place(page, at)} />;
      case 'erase':
        return <EraserPad key={key} page={page} marks={marks} onErase={remove} />;
      case 'select':
      case 'text':
        return null;
      default:
        return gesture satisfies never;
    }
  });
}

/** CSS pixels around the pointer. */
const eraserReach = 6;

interface EraserPadProps {
  readonly page: ShownPage;
  readonly marks: readonly Annotation[];
  readonly onErase: (id: string) => void;
}

/** Rubs out whole marks under the pointer. */
export function EraserPad({ page, marks, onErase }: EraserPadProps) {
  const pressed = useRef(false);
  const erase = (event: PointerEvent<HTMLDivElement>) => {
    const place = page.surface.toPage(viewPoint(page, event));
    const onPage = marks.filter((mark) => mark.page === page.surface.page);
    const hit = annotationAt(onPage, place, eraserReach * unitsPerPixel(page));
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
      onPointerUp={() => {
        pressed.current = false;
      }}
      onPointerCancel={() => {
        pressed.current = false;
      }}
    />,
    page.over,
  );
}

interface PlacePadProps {
  readonly page: ShownPage;
  /** In page units. */
  readonly onPlace: (place: Point) => void;
}

/** Where a note or words are put by a press. */
export function PointPad({ page, onPlace }: PlacePadProps) {
  return createPortal(
    <div
      className={styles.pad}
      data-gesture="place"
      onPointerUp={(event) => {
        if (event.button === 0 && event.isPrimary) onPlace(page.surface.toPage(viewPoint(page, event)));
      }}
    />,
    page.over,
  );
}

/** View units under which a press is no drag. */
const dragMin = 5;

export interface ShapeEnds {
  readonly start: Point;
  readonly end: Point;
}

interface ShapePadProps {
  readonly page: ShownPage;
  readonly shapeOf: (ends: ShapeEnds) => DrawnAnnotation;
  readonly onShape: (mark: DrawnAnnotation) => void;
}

/** Where a shape is drawn from corner to corner; a press alone puts one of the usual size there. */
export function ShapePad({ page, shapeOf, onShape }: ShapePadProps) {
  const [drawn, setDrawn] = useState<(ShapeEnds & { readonly pointer: number }) | null>(null);
  const { surface } = page;
  const { width, height } = surface.size;
  const placeOf = (event: PointerEvent) => surface.toPage(viewPoint(page, event));
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
          <AnnotationShape mark={shapeOf(drawn)} surface={surface} />
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
