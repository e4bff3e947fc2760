import { ChevronLeft, ChevronRight, Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { pageLineOf, type Stage, useStageState } from '#web/viewer/stage.ts';
import { StageMount } from '#web/viewer/stage-view.tsx';
import type { ViewedDocument } from '#web/viewer/types.ts';
import styles from './signatures.module.css';

interface SignedPagesProps {
  readonly document: ViewedDocument;
  readonly onLarge: () => void;
}

export function SignedPages({ document, onLarge }: SignedPagesProps) {
  const [stage, setStage] = useState<Stage | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [page, line] = [useStageState(stage, (state) => state.page), useStageState(stage, pageLineOf)];
  return (
    <section className={styles.reader} aria-label={document.title}>
      <div className={styles.bar}>
        <span role="status">{line}</span>
        <span className="end">
          <IconButton icon={ChevronLeft} aria-label="Previous page" onPress={() => stage?.goToPage(page - 1)} />
          <IconButton icon={ChevronRight} aria-label="Next page" onPress={() => stage?.goToPage(page + 1)} />
          <IconButton icon={Maximize2} aria-label="Enlarge" onPress={onLarge} />
        </span>
      </div>
      <div className={styles.sheet}>
        {hasFailed ? (
          <Notice tone="caution">The document could not be shown. Reload the page.</Notice>
        ) : (
          <StageMount
            document={document}
            onStage={setStage}
            onFailed={() => setFailed(true)}
            onMissed={() => undefined}
          />
        )}
      </div>
    </section>
  );
}
