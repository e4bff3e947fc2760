import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { broughtMessages } from '#domain/messages/annotations.ts';
import type { Annotation } from '#domain/xfdf/annotation.ts';
import { countKept, reviewStates } from '#domain/xfdf/shown.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { inPageOrder } from './annotations/annotation-geometry.ts';
import { annotationKindName, drawnColourOf } from './annotations/edit-annotation.ts';
import type { BroughtAnnotation } from './pdf/brought.ts';
import styles from './side-panel.module.css';
import { type OutlineItem, type Stage, useBrought, useStageState } from './stage.ts';
import { ThumbnailList } from './thumbnail-list.tsx';

interface AnnotationListProps {
  readonly annotations: readonly Annotation[];
  readonly selected: string | null;
  readonly canEdit: boolean;
  readonly onGoToAnnotation: (id: string, page: number) => void;
  readonly children?: ReactNode;
  readonly otherPapers?: ReactNode;
}

function AnnotationList(props: AnnotationListProps) {
  const { annotations, selected, canEdit, children, otherPapers, onGoToAnnotation } = props;
  const kept = countKept(annotations);
  return (
    <div className={styles.list}>
      <nav aria-label="Marks">
        {inPageOrder(annotations).length === 0 && (
          <p className={styles.empty}>
            {canEdit ? 'No marks yet. Select words and press H to highlight them, or choose a tool.' : 'No marks.'}
          </p>
        )}
        <AnnotationRows annotations={annotations} selected={selected} onGoToAnnotation={onGoToAnnotation} />
        {kept > 0 && (
          <p className={styles.empty}>
            {`${kept === 1 ? 'One more mark' : `${kept} more marks`} from another program cannot be shown here but will be kept.`}
          </p>
        )}
        {children}
      </nav>
      {otherPapers}
    </div>
  );
}

type AnnotationRowsProps = Pick<AnnotationListProps, 'annotations' | 'selected' | 'onGoToAnnotation'>;

function AnnotationRows({ annotations, selected, onGoToAnnotation }: AnnotationRowsProps) {
  return inPageOrder(annotations).map((annotation) => (
    <Button
      key={annotation.id}
      className={styles.item ?? ''}
      {...(annotation.id === selected ? { 'aria-current': 'true' as const } : {})}
      onPress={() => onGoToAnnotation(annotation.id, annotation.page + 1)}
    >
      <span className={styles.dot} style={{ background: drawnColourOf(annotation) }} />
      <span className={styles['item-text']}>
        <span>{`${annotationKindName(annotation)}, page ${annotation.page + 1}`}</span>
        {'words' in annotation && annotation.words && <q className={styles['item-note']}>{annotation.words}</q>}
        {annotation.contents && <span className={styles['item-note']}>{annotation.contents}</span>}
        {reviewStates(annotations, annotation.id).map(({ id, author, contents }) => (
          <span key={id} className={styles['item-note']}>
            {author === undefined ? contents : `${author}: ${contents}`}
          </span>
        ))}
      </span>
    </Button>
  ));
}

interface BroughtListProps extends Pick<AnnotationListProps, 'selected' | 'onGoToAnnotation'> {
  readonly brought: readonly BroughtAnnotation[];
}

function BroughtList({ brought, selected, onGoToAnnotation }: BroughtListProps) {
  if (brought.length === 0) return null;
  return (
    <section aria-label={broughtMessages.heading}>
      <h3 className={styles.heading}>{broughtMessages.heading}</h3>
      {brought.map((each) => (
        <Button
          key={each.id}
          className={clsx(styles.item, styles['item-brought'])}
          {...(each.id === selected ? { 'aria-current': 'true' as const } : {})}
          onPress={() => onGoToAnnotation(each.id, each.page + 1)}
        >
          <span className={styles['item-text']}>
            <span>{`${broughtMessages.kindOf(each)}, page ${each.page + 1}`}</span>
            {[each, ...each.replies].map(({ id, author, contents }) => (
              <span key={id} className={styles['item-note']}>
                {author === undefined ? contents : `${author}: ${contents}`}
              </span>
            ))}
          </span>
        </Button>
      ))}
    </section>
  );
}

export function OtherPapersFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <nav className={styles.others} aria-label={title}>
      <h3 className={styles['others-title']}>{title}</h3>
      {children}
    </nav>
  );
}

export function NoOtherPapers({ children }: { readonly children: ReactNode }) {
  return <div className={styles.empty}>{children}</div>;
}

export function PaperMarks({ title, ...marks }: Omit<AnnotationRowsProps, 'selected'> & { readonly title: string }) {
  return (
    <section aria-label={title}>
      <h4 className={styles['paper-title']}>{title}</h4>
      <AnnotationRows {...marks} selected={null} />
    </section>
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

export interface PagePanels {
  readonly side: SidePanelTab | null;
  readonly tray: boolean;
  readonly find: boolean;
  readonly print: boolean;
}

export const noPanels: PagePanels = { side: null, tray: false, find: false, print: false };

interface SidePanelProps extends AnnotationListProps {
  readonly stage: Stage;
  readonly tab: SidePanelTab;
  readonly onTab: (tab: SidePanelTab) => void;
  readonly hasAnnotations: boolean;
  readonly onClose: () => void;
}

export function SidePanel(props: SidePanelProps) {
  const { stage, tab, onTab, hasAnnotations, onClose, ...annotations } = props;
  const brought = useBrought(stage);
  const outline = useOutline(
    stage,
    useStageState(stage, ({ kind }) => kind === 'ready'),
  );
  const options = [
    ...(stage.thumbnails ? [{ value: 'pages' as const, label: 'Pages' }] : []),
    ...(outline.length > 0 ? [{ value: 'outline' as const, label: 'Outline' }] : []),
    ...(hasAnnotations || brought.length > 0 ? [{ value: 'marks' as const, label: 'Marks' }] : []),
  ];
  const shown = options.some(({ value }) => value === tab) ? tab : options[0]?.value;
  useAllBrought(stage, shown === 'marks');
  const inDocument = <BroughtList brought={brought} {...annotations} />;
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
      {shown === 'outline' && (
        <nav className={styles.list} aria-label="Outline">
          <Level items={outline} />
        </nav>
      )}
      {shown === 'marks' && hasAnnotations && <AnnotationList {...annotations}>{inDocument}</AnnotationList>}
      {shown === 'marks' && !hasAnnotations && (
        <nav className={styles.list} aria-label="Marks">
          {inDocument}
        </nav>
      )}
    </section>
  );
}

/** Reads all pages only while the list is open, because reading them downloads the whole document. */
function useAllBrought(stage: Stage, isListed: boolean): void {
  useEffect(() => {
    if (!isListed) return;
    const listed = new AbortController();
    stage.brought?.readAll(listed.signal).catch((cause: unknown) => {
      if (!listed.signal.aborted) console.warn('The annotations of the document could not be read', cause);
    });
    return () => listed.abort();
  }, [stage, isListed]);
}

function useOutline(stage: Stage, isReady: boolean): readonly OutlineItem[] {
  const [outline, setOutline] = useState<readonly OutlineItem[]>([]);
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
