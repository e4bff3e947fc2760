import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Annotation } from '#domain/xfdf/annotation.ts';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { RadioGroup } from '#web/ui/fields/radio-group.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ActionDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { inPageOrder } from '#web/viewer/annotations/annotation-geometry.ts';
import { AnnotationShape, isUnder } from '#web/viewer/annotations/annotation-shape.tsx';
import type { Surface } from '#web/viewer/annotations/surface.ts';
import { type Stage, useCurrentPage, useStageState } from '#web/viewer/stage.ts';
import './print.css';

/**
 * Parses '1-3, 7' into unique pages in order, counted from 1. Returns null if any part is invalid or outside the
 * document.
 */
export function readPageRange(text: string, pageCount: number): readonly number[] | null {
  const pages = new Set<number>();
  for (const part of text.split(/[,;]/)) {
    const found = /^\s*(\d{1,6})\s*(?:[-–]\s*(\d{1,6})\s*)?$/.exec(part);
    if (!found) return null;
    const first = Number(found[1]);
    const last = Number(found[2] ?? first);
    if (first < 1 || last > pageCount || first > last) return null;
    for (let page = first; page <= last; page += 1) pages.add(page);
  }
  return [...pages].toSorted((one, other) => one - other);
}

const pagesMax = 300;

interface PrintDialogProps {
  readonly stage: Stage;
  readonly title: string;
  readonly annotations: readonly Annotation[];
  readonly onClose: () => void;
}

interface Sheet {
  readonly surface: Surface;
  readonly url: string;
}

export function PrintDialog({ stage, title, annotations, onClose }: PrintDialogProps) {
  const [choice, setChoice] = useState<'all' | 'current' | 'some'>('all');
  const [typed, setTyped] = useState('');
  const [withAnnotations, setWithAnnotations] = useState(true);
  const pageCount = useStageState(stage, (state) => state.pageCount ?? 1);
  const page = useCurrentPage(stage);
  const all = Array.from({ length: pageCount }, (_, index) => index + 1);
  const chosen = choice === 'all' ? all : choice === 'current' ? [page] : readPageRange(typed, pageCount);
  const printing = usePrinting(stage, onClose);
  const { sheets, rendered, problem, close } = printing;
  return (
    <>
      <ActionDialog
        onClose={close}
        title="Print"
        confirmLabel="Print"
        isPending={rendered !== null}
        onConfirm={() => void printing.print(chosen, pageCount)}
      >
        <p className="meta">{title}</p>
        {pageCount > 1 && (
          <>
            <RadioGroup
              label="Pages"
              options={[
                { value: 'all', label: `All ${pageCount} pages` },
                { value: 'current', label: `This page (${page})` },
                { value: 'some', label: 'Some pages' },
              ]}
              value={choice}
              onChange={setChoice}
            />
            {choice === 'some' && (
              <TextField label="Which pages" value={typed} onChange={setTyped} errorMessage={problem ?? undefined} />
            )}
          </>
        )}
        {annotations.length > 0 && (
          <Checkbox label="Print my marks" value={withAnnotations} onChange={setWithAnnotations} />
        )}
        {choice !== 'some' && problem !== null && <p role="alert">{problem}</p>}
        {rendered !== null && <ProgressBar label="Preparing the pages" value={rendered} max={chosen?.length ?? 1} />}
      </ActionDialog>
      {sheets.length > 0 && (
        <PrintSheets sheets={sheets} annotations={withAnnotations ? annotations : []} onPrinted={close} />
      )}
    </>
  );
}

function usePrinting(stage: Stage, onClose: () => void) {
  const [rendered, setRendered] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [sheets, setSheets] = useState<readonly Sheet[]>([]);
  const isOver = useRef(false);
  const print = async (pages: readonly number[] | null, pageCount: number): Promise<void> => {
    if (pages === null) return setProblem(`Enter pages from 1 to ${pageCount}, such as 1-3, 7.`);
    if (pages.length > pagesMax) return setProblem(`At most ${pagesMax} pages can be printed at a time.`);
    setProblem(null);
    const made: Sheet[] = [];
    try {
      for (const page of pages) {
        setRendered(made.length);
        const { canvas, surface } = await stage.drawForPrint(page);
        made.push({ surface, url: await pictureOf(canvas) });
        // Frees the memory at once instead of waiting for garbage collection.
        canvas.width = 0;
        if (isOver.current) return;
      }
      setSheets(made);
    } catch (cause) {
      console.warn('The document could not be printed', cause);
      setRendered(null);
      setProblem('Printing failed. Try again.');
    }
  };
  const close = (): void => {
    isOver.current = true;
    for (const { url } of sheets) URL.revokeObjectURL(url);
    onClose();
  };
  return { rendered, problem, sheets, print, close };
}

interface PrintSheetsProps extends Pick<PrintDialogProps, 'annotations'> {
  readonly sheets: readonly Sheet[];
  readonly onPrinted: () => void;
}

/** Printing waits until every picture has loaded. */
function PrintSheets({ sheets, annotations, onPrinted }: PrintSheetsProps) {
  const ready = useRef(0);
  const onReady = () => {
    ready.current += 1;
    if (ready.current !== sheets.length) return;
    window.addEventListener('afterprint', onPrinted, { once: true });
    window.print();
  };
  const byPage = Map.groupBy(inPageOrder(annotations), ({ page }) => page);
  return createPortal(
    <div className="print-sheets" aria-hidden="true">
      {sheets.map(({ surface, url }) => {
        const { width, height } = surface.size;
        const frame = { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none' };
        const shapes = byPage.get(surface.page) ?? [];
        const draw = (some: typeof shapes) =>
          some.map((annotation) => <AnnotationShape key={annotation.id} annotation={annotation} surface={surface} />);
        return (
          <div key={surface.page} className="print-sheet">
            <div className="print-page" style={{ aspectRatio: `${width} / ${height}` }}>
              <img src={url} alt="" onLoad={onReady} onError={onReady} />
              <svg {...frame} className="print-under" aria-hidden="true">
                {draw(shapes.filter(isUnder))}
              </svg>
              <svg {...frame} aria-hidden="true">
                {draw(shapes.filter((annotation) => !isUnder(annotation)))}
              </svg>
            </div>
          </div>
        );
      })}
    </div>,
    document.body,
  );
}

function pictureOf(canvas: HTMLCanvasElement): Promise<string> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob ? resolve(URL.createObjectURL(blob)) : reject(new Error('The page could not be converted to a picture')),
      'image/jpeg',
      0.92,
    );
  });
}
