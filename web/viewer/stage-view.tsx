import { type PointerEvent, useCallback, useRef, useState } from 'react';
import type { Annotation, Point } from '#domain/xfdf/annotation.ts';
import { annotationAt, annotationNear, containsPoint } from './annotations/annotation-geometry.ts';
import { unitsPerPixel, viewPoint } from './annotations/page-point.ts';
import styles from './document-viewer.module.css';
import type { BroughtAnnotation } from './pdf/brought.ts';
import type { ShownPage, Stage, StageMaker } from './stage.ts';
import type { ViewedDocument } from './types.ts';

interface Caret {
  readonly node: Node;
  readonly offset: number;
}

const words = '.textLayer span';

/** Lets a touch select text at once while a text tool is active. Browsers select only after a long press. */
export function useFingerSelection(isHighlighting: boolean) {
  const begun = useRef<Caret | null>(null);
  const end = (): void => {
    begun.current = null;
  };
  return {
    onPointerDown(event: PointerEvent): void {
      const isOnText = event.target instanceof Element && event.target.closest(words) !== null;
      begun.current =
        isHighlighting && event.pointerType === 'touch' && event.isPrimary && isOnText ? caretAt(event) : null;
    },
    onPointerMove(event: PointerEvent): void {
      if (begun.current === null || !event.isPrimary) return;
      const now = caretAt(event);
      if (now === null) return;
      document.getSelection()?.setBaseAndExtent(begun.current.node, begun.current.offset, now.node, now.offset);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

function caretAt({ clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>): Caret | null {
  const point = document.caretPositionFromPoint?.(clientX, clientY);
  const range = point ? null : document.caretRangeFromPoint?.(clientX, clientY);
  const caret = point
    ? { node: point.offsetNode, offset: point.offset }
    : range && { node: range.startContainer, offset: range.startOffset };
  return caret?.node.parentElement?.closest(words) ? caret : null;
}

/** Returns the middle of a page's visible part in page units, for annotations that are added without a pointer. */
export function visibleMiddle(
  pages: readonly ShownPage[],
  pageNumber: number,
): { readonly page: ShownPage; readonly at: Point } | null {
  const page = pages.find(({ surface }) => surface.page === pageNumber - 1);
  const point = page?.element.closest('[tabindex="0"]')?.getBoundingClientRect();
  if (!page || !point) return null;
  const box = page.element.getBoundingClientRect();
  const clientX = (Math.max(box.left, point.left) + Math.min(box.right, point.right)) / 2;
  const clientY = (Math.max(box.top, point.top) + Math.min(box.bottom, point.bottom)) / 2;
  return { page, at: page.surface.toPage(viewPoint(page, { clientX, clientY })) };
}

/** CSS pixels within which a press hits a thin line; larger for touch. */
const pressReach = 6;
const touchReach = 14;
/** Minimum width and height of an annotation's hit area in CSS pixels, if a click hits nothing else. */
const pressLeast = 24;
const touchLeast = 44;

interface PressedMarks {
  readonly annotations: readonly Annotation[];
  readonly brought: readonly BroughtAnnotation[];
}

export function pressTarget(
  press: Pick<PointerEvent, 'clientX' | 'clientY' | 'target' | 'pointerType'>,
  pages: readonly ShownPage[],
  { annotations, brought }: PressedMarks,
): { readonly kind: 'annotation' | 'brought'; readonly id: string } | { readonly kind: 'page' | 'other' } {
  const target = press.target instanceof Element ? press.target : null;
  const page = pages.find(({ element }) => target !== null && element.contains(target));
  if (!page || target?.closest('a')) return { kind: 'other' };
  if (document.getSelection()?.isCollapsed === false) return { kind: 'other' };
  const point = page.surface.toPage(viewPoint(page, press));
  const isTouch = press.pointerType === 'touch';
  const onPage = annotations.filter((each) => each.page === page.surface.page);
  const annotation = annotationAt(onPage, point, (isTouch ? touchReach : pressReach) * unitsPerPixel(page));
  if (annotation) return { kind: 'annotation', id: annotation.id };
  const read = brought.findLast((each) => each.page === page.surface.page && containsPoint(each.rect, point));
  if (read) return { kind: 'brought', id: read.id };
  const near = annotationNear(onPage, point, (isTouch ? touchLeast : pressLeast) * unitsPerPixel(page));
  return near ? { kind: 'annotation', id: near.id } : { kind: 'page' };
}

interface StageMountProps {
  readonly document: ViewedDocument;
  readonly onStage: (stage: Stage | null) => void;
  readonly onFailed: (cause: unknown) => void;
  readonly onMissed: () => void;
}

export function StageMount(props: StageMountProps) {
  const [document] = useState(props.document);
  const latest = useRef(props);
  latest.current = props;
  const mount = useCallback(
    (root: HTMLDivElement) => {
      let stage: Stage | undefined;
      let isOver = false;
      stageMakerFor(document).then(
        (make) => {
          if (isOver) return;
          const made = make(root);
          stage = made;
          made.state.subscribe(() => {
            const state = made.state.get();
            if (state.kind === 'failed') latest.current.onFailed(state.cause);
          });
          made.missed.subscribe(() => latest.current.onMissed());
          latest.current.onStage(made);
        },
        (cause) => latest.current.onFailed(cause),
      );
      return () => {
        isOver = true;
        latest.current.onStage(null);
        stage?.destroy();
      };
    },
    [document],
  );
  return <div ref={mount} className={styles.stage} />;
}

async function stageMakerFor({ kind, url, byteSize, stored, title }: ViewedDocument): Promise<StageMaker> {
  if (kind === 'image') {
    const { createImageStage } = await import('./image/image-stage.ts');
    return (root) => createImageStage(root, { url, title });
  }
  const { createPdfStage } = await import('./pdf/pdf-stage.ts');
  return (root) => createPdfStage(root, { url, byteSize, stored });
}
