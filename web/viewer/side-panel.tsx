import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import type { Annotation, DrawnAnnotation } from '#domain/xfdf/annotation.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { inPageOrder } from './annotations/annotation-geometry.ts';
import { annotationKindName, colourOf } from './annotations/edit-annotation.ts';
import styles from './side-panel.module.css';
import { type OutlineItem, type Stage, useStageState } from './stage.ts';
import { ThumbnailList } from './thumbnail-list.tsx';

export interface AnnotationListProps {
  readonly annotations: readonly Annotation[];
  readonly selected: string | null;
  readonly canEdit: boolean;
  /** Goes to the annotation and opens its card. */
  readonly onGoToAnnotation: (id: string, page: number) => void;
  /** The marks on other documents, below. */
  readonly otherPapers?: ReactNode;
}

/** Every annotation in page order; a press leads to it and opens its note. */
function AnnotationList(props: AnnotationListProps) {
  const { annotations, selected, canEdit, otherPapers, onGoToAnnotation } = props;
  const listed = inPageOrder(annotations);
  const kept = annotations.length - listed.length;
  return (
    <div className={styles.list}>
      <nav aria-label="Marks">
        {listed.length === 0 && (
          <p className={styles.empty}>
            {canEdit ? 'No marks yet. Select words and press H to highlight them, or take a tool.' : 'No marks.'}
          </p>
        )}
        <AnnotationRows annotations={listed} selected={selected} onGoToAnnotation={onGoToAnnotation} />
        {kept > 0 && (
          <p className={styles.empty}>
            {`${kept === 1 ? 'One more mark' : `${kept} more marks`} of another program cannot be shown here, and will be kept.`}
          </p>
        )}
      </nav>
      {otherPapers}
    </div>
  );
}

interface AnnotationRowsProps extends Pick<AnnotationListProps, 'selected' | 'onGoToAnnotation'> {
  readonly annotations: readonly DrawnAnnotation[];
}

/** The kind, the marked words and the note of each. */
export function AnnotationRows({ annotations, selected, onGoToAnnotation }: AnnotationRowsProps) {
  return annotations.map((annotation) => (
    <Button
      key={annotation.id}
      className={styles.item ?? ''}
      {...(annotation.id === selected ? { 'aria-current': 'true' as const } : {})}
      onPress={() => onGoToAnnotation(annotation.id, annotation.page + 1)}
    >
      <span className={styles.dot} style={{ background: colourOf(annotation) ?? '#ffe27a' }} />
      <span className={styles['item-text']}>
        <span>{`${annotationKindName(annotation)}, page ${annotation.page + 1}`}</span>
        {'words' in annotation && annotation.words && <q className={styles['item-note']}>{annotation.words}</q>}
        {annotation.contents && <span className={styles['item-note']}>{annotation.contents}</span>}
      </span>
    </Button>
  ));
}

interface PaperMarksProps extends Pick<AnnotationRowsProps, 'onGoToAnnotation'> {
  readonly title: string;
  readonly annotations: readonly Annotation[];
}

/** Below the marks of the open document. */
export function OtherPapersFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <nav className={styles.others} aria-label={title}>
      <h3 className={styles['others-title']}>{title}</h3>
      {children}
    </nav>
  );
}

/** In place of them. */
export function NoOtherPapers({ children }: { readonly children: ReactNode }) {
  return <div className={styles.empty}>{children}</div>;
}

/** The marks on one other document. */
export function PaperMarks({ title, annotations, onGoToAnnotation }: PaperMarksProps) {
  return (
    <section aria-label={title}>
      <h4 className={styles['paper-title']}>{title}</h4>
      <AnnotationRows annotations={inPageOrder(annotations)} selected={null} onGoToAnnotation={onGoToAnnotation} />
    </section>
  );
}

/** The document's headings, nested as it names them. */
export function OutlineList({ items }: { readonly items: readonly OutlineItem[] }) {
  return (
    <nav className={styles.list} aria-label="Outline">
      <Level items={items} />
    </nav>
  );
}

function Level({ items }: { readonly items: readonly OutlineItem[] }) {
  return (
    <ol>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: headings have no other name, and never change places
        <li key={index}>
          <Button className={clsx(styles.item, styles['item-plain'])} onPress={item.go}>
            {item.title}
          </Button>
          {item.items.length > 0 && <Level items={item.items} />}
        </li>
      ))}
    </ol>
  );
}

export type SidePanelTab = 'pages' | 'outline' | 'marks';

interface SidePanelProps extends AnnotationListProps {
  readonly stage: Stage;
  readonly tab: SidePanelTab;
  readonly onTab: (tab: SidePanelTab) => void;
  readonly hasAnnotations: boolean;
  readonly onClose: () => void;
}

/** Beside the pages, or over them on small screens: thumbnails, the document's headings, the reader's annotations. */
export function SidePanel({ stage, tab, onTab, hasAnnotations, onClose, ...annotations }: SidePanelProps) {
  const outline = useOutline(
    stage,
    useStageState(stage, ({ kind }) => kind === 'ready'),
  );
  const options = [
    ...(stage.thumbnails ? [{ value: 'pages' as const, label: 'Pages' }] : []),
    ...(outline.length > 0 ? [{ value: 'outline' as const, label: 'Outline' }] : []),
    ...(hasAnnotations ? [{ value: 'marks' as const, label: 'Marks' }] : []),
  ];
  const shown = options.some(({ value }) => value === tab) ? tab : options[0]?.value;
  return (
    <section className={styles.panel} aria-label="Pages, outline and marks">
      <div className={styles.head}>
        {options.length > 1 && (
          <Segmented label="Show" options={options} value={shown ?? null} onChange={onTab} block />
        )}
        <span className={styles.close}>
          <IconButton icon={X} aria-label="Close panel" onPress={onClose} />
        </span>
      </div>
      {shown === 'pages' && stage.thumbnails && <ThumbnailList stage={stage} thumbnails={stage.thumbnails} />}
      {shown === 'outline' && <OutlineList items={outline} />}
      {shown === 'marks' && <AnnotationList {...annotations} />}
    </section>
  );
}

function useOutline(stage: Stage, isReady: boolean): readonly OutlineItem[] {
  const [outline, setOutline] = useState<readonly OutlineItem[]>([]);
  // An effect, because it is read from the document itself, which is no query of ours.
  useEffect(() => {
    if (!isReady) return;
    let isOver = false;
    stage.outline().then(
      (items) => !isOver && setOutline(items),
      (cause: unknown) => console.warn('The outline could not be read', cause),
    );
    return () => {
      isOver = true;
    };
  }, [stage, isReady]);
  return outline;
}
