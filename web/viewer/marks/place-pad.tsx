import { createPortal } from 'react-dom';
import type { Point } from '#domain/xfdf/mark.ts';
import type { ShownPage } from '#web/viewer/stage.ts';
import styles from './mark-layer.module.css';
import { viewPlace } from './place-on-page.ts';

interface PlacePadProps {
  readonly page: ShownPage;
  /** In page units. */
  readonly onPlace: (place: Point) => void;
}

/** Where a note or words are put by a press. */
export function PlacePad({ page, onPlace }: PlacePadProps) {
  return createPortal(
    <div
      className={styles.pad}
      data-gesture="place"
      onPointerUp={(event) => {
        if (event.button === 0 && event.isPrimary) onPlace(page.surface.toPage(viewPlace(page, event)));
      }}
    />,
    page.over,
  );
}
