import { type KeyboardEvent, memo, useMemo } from 'react';
import { createPortal } from 'react-dom';
import type { Annotation, DrawnAnnotation, Point, TextMarkup } from '#domain/xfdf/annotation.ts';
import type { ShownPage } from '#web/viewer/stage.ts';
import { inPageOrder, quadCorners, rectAround } from './annotation-geometry.ts';
import './annotation-host.css';
import styles from './annotation-layer.module.css';
import { AnnotationShape, isUnder } from './annotation-shape.tsx';
import { annotationLabel, isMovable, isResizable, movedAnnotation, resizedAnnotation } from './edit-annotation.ts';
import { percentBox, viewBox } from './page-point.ts';
import type { Surface } from './surface.ts';

interface AnnotationLayerProps {
  readonly pages: readonly ShownPage[];
  readonly annotations: readonly Annotation[];
  readonly selected: string | null;
  readonly onSelect: (id: string | null) => void;
  readonly onOpen: (id: string) => void;
  readonly actions?:
    | {
        readonly onRemove: (id: string) => void;
        readonly onChange: (annotation: DrawnAnnotation, run: string) => void;
      }
    | undefined;
}

export function AnnotationLayer({ pages, annotations, ...rest }: AnnotationLayerProps) {
  const byPage = useMemo(() => Map.groupBy(inPageOrder(annotations), (annotation) => annotation.page), [annotations]);
  return pages.map((page) => (
    <PageAnnotations
      key={page.surface.page}
      page={page}
      annotations={byPage.get(page.surface.page) ?? none}
      {...rest}
    />
  ));
}

const none: readonly DrawnAnnotation[] = [];

interface PageAnnotationsProps extends Omit<AnnotationLayerProps, 'pages'> {
  readonly page: ShownPage;
  readonly annotations: readonly DrawnAnnotation[];
}

const PageAnnotations = memo(function PageAnnotations({
  page: { surface, under, over },
  annotations,
  selected,
  onSelect,
  onOpen,
  actions,
}: PageAnnotationsProps) {
  const { width, height } = surface.size;
  const frame = { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none' };
  const onKeyDown = (event: KeyboardEvent, annotation: DrawnAnnotation) => {
    if (!actions) return;
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      // Moves the focus to the pages, because the annotation disappears.
      event.currentTarget.closest<HTMLElement>('[tabindex="0"]')?.focus();
      actions.onRemove(annotation.id);
      return;
    }
    const step = arrowStep(event);
    if (!step || !isMovable(annotation)) return;
    event.preventDefault();
    event.stopPropagation();
    const next = nudged(annotation, step, surface, event.altKey);
    if (next) actions.onChange(next, 'nudge');
  };
  return (
    <>
      {createPortal(<Highlights annotations={annotations.filter(isUnder)} surface={surface} />, under)}
      {createPortal(
        <>
          <svg {...frame} className={styles.svg} aria-hidden="true">
            {annotations
              .filter((annotation) => !isUnder(annotation))
              .map((annotation) => (
                <AnnotationShape key={annotation.id} annotation={annotation} surface={surface} />
              ))}
          </svg>
          {annotations.map((annotation) => (
            <button
              key={annotation.id}
              type="button"
              style={percentBox(annotation.rect, surface)}
              className={styles.target}
              data-annotation={annotation.id}
              aria-label={annotationLabel(annotation)}
              aria-pressed={annotation.id === selected}
              onFocus={() => onSelect(annotation.id)}
              onClick={() => onOpen(annotation.id)}
              onKeyDown={(event) => onKeyDown(event, annotation)}
            />
          ))}
        </>,
        over,
      )}
    </>
  );
});

function Highlights({
  annotations,
  surface,
}: {
  readonly annotations: readonly TextMarkup[];
  readonly surface: Surface;
}) {
  if (annotations.length === 0) return null;
  const rect = rectAround(annotations.flatMap(({ quads }) => quads.flatMap(quadCorners)));
  const { x, y, width, height } = viewBox(rect, surface);
  return (
    <svg
      viewBox={`${x} ${y} ${width} ${height}`}
      preserveAspectRatio="none"
      style={percentBox(rect, surface)}
      className={`${styles.svg} ${styles.multiply}`}
      aria-hidden="true"
    >
      {annotations.map((annotation) => (
        <AnnotationShape key={annotation.id} annotation={annotation} surface={surface} />
      ))}
    </svg>
  );
}

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Returns a step of one point, or of ten points with Shift. */
function arrowStep(event: KeyboardEvent): Point | undefined {
  const arrow = arrows[event.key];
  const length = event.shiftKey ? 10 : 1;
  return arrow && { x: arrow.x * length, y: arrow.y * length };
}

function nudged(
  annotation: DrawnAnnotation,
  step: Point,
  surface: Surface,
  resizes: boolean,
): DrawnAnnotation | undefined {
  const scaled = { x: step.x * surface.pointSize, y: step.y * surface.pointSize };
  if (!resizes) {
    const from = surface.toPage({ x: 0, y: 0 });
    const to = surface.toPage(scaled);
    return movedAnnotation(annotation, { x: to.x - from.x, y: to.y - from.y }, surface);
  }
  if (!isResizable(annotation)) return undefined;
  const { x, y, width, height } = viewBox(annotation.rect, surface);
  const corner = { x: x + Math.max(4, width + scaled.x), y: y + Math.max(4, height + scaled.y) };
  return resizedAnnotation(annotation, rectAround([surface.toPage({ x, y }), surface.toPage(corner)]));
}
