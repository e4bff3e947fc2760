import { useEffect, useRef } from 'react';
import styles from './document-viewer.module.css';
import type { Stage, StageMaker } from './stage.ts';

interface StagePlaceProps {
  /** Its code is loaded only now: pdf.js is not part of what a video or an image needs. Must stay the same. */
  readonly load: () => Promise<StageMaker>;
  readonly onStage: (stage: Stage | null) => void;
  readonly onFailed: (cause: unknown) => void;
}

/** The element in which a stage draws its pages. */
export function StagePlace({ load, onStage, onFailed }: StagePlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  // Stages draw by themselves (pdf.js knows nothing of React): made when the place is there, ended with it.
  useEffect(() => {
    const root = place.current;
    if (!root) return;
    let stage: Stage | undefined;
    let isOver = false;
    load().then((make) => {
      if (isOver) return;
      stage = make(root);
      onStage(stage);
    }, onFailed);
    return () => {
      isOver = true;
      onStage(null);
      stage?.destroy();
    };
  }, [load, onStage, onFailed]);
  return <div ref={place} className={styles.place} />;
}
