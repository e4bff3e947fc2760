import { type PointerEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Mark } from '#domain/xfdf/mark.ts';
import type { ShownPage } from '#web/viewer/stage.ts';
import { markAt } from './mark-geometry.ts';
import styles from './mark-layer.module.css';
import { unitsPerPixel, viewPlace } from './place-on-page.ts';

/** CSS pixels around the pointer. */
const eraserReach = 6;

interface EraserPadProps {
  readonly page: ShownPage;
  readonly marks: readonly Mark[];
  readonly onErase: (id: string) => void;
}

/** Rubs out whole marks under the pointer. */
export function EraserPad({ page, marks, onErase }: EraserPadProps) {
  const pressed = useRef(false);
  const erase = (event: PointerEvent<HTMLDivElement>) => {
    const place = page.surface.toPage(viewPlace(page, event));
    const onPage = marks.filter((mark) => mark.page === page.surface.page);
    const hit = markAt(onPage, place, eraserReach * unitsPerPixel(page));
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
