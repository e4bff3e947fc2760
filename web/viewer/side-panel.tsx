import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { MarksList, type MarksListProps } from './marks-list.tsx';
import { OutlineList } from './outline-list.tsx';
import styles from './side-panel.module.css';
import type { OutlineItem, Stage, StageState } from './stage.ts';
import { ThumbnailList } from './thumbnail-list.tsx';

export type SidePanelTab = 'pages' | 'outline' | 'marks';

interface SidePanelProps extends MarksListProps {
  readonly stage: Stage;
  readonly state: StageState;
  readonly tab: SidePanelTab;
  readonly onTab: (tab: SidePanelTab) => void;
  readonly hasMarks: boolean;
  readonly onClose: () => void;
}

/** Beside the pages, or over them on small screens: all pages small, the document's headings, the reader's marks. */
export function SidePanel({ stage, state, tab, onTab, hasMarks, onClose, ...marks }: SidePanelProps) {
  const outline = useOutline(stage, state.kind === 'ready');
  const options = [
    ...(stage.thumbnails ? [{ value: 'pages' as const, label: 'Pages' }] : []),
    ...(outline.length > 0 ? [{ value: 'outline' as const, label: 'Outline' }] : []),
    ...(hasMarks ? [{ value: 'marks' as const, label: 'Marks' }] : []),
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
      {shown === 'pages' && stage.thumbnails && (
        <ThumbnailList stage={stage} thumbnails={stage.thumbnails} state={state} />
      )}
      {shown === 'outline' && <OutlineList items={outline} />}
      {shown === 'marks' && <MarksList {...marks} />}
    </section>
  );
}

function useOutline(stage: Stage, isReady: boolean): readonly OutlineItem[] {
  const [outline, setOutline] = useState<readonly OutlineItem[]>([]);
  // Read from the document itself, which is no query of ours.
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
