import { clsx } from 'clsx';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useListener } from '#web/ui/use-listener.ts';
import styles from './file-drop.module.css';

interface FileDropProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly isForOne?: boolean | undefined;
  readonly hint?: string | undefined;
  readonly children: ReactNode;
}

export function FileDrop({ onFiles, isForOne = false, hint, children }: FileDropProps) {
  const [isTarget, setTarget] = useState(false);
  // A child's enter event fires before the parent's leave event, so a counter shows whether the pointer is still
  // inside.
  const depth = useRef(0);
  const takes = (event: DragEvent): boolean => {
    if (!carriesFiles(event) || (isForOne && event.dataTransfer.items.length > 1)) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const enter = (event: DragEvent): void => {
    if (!takes(event)) return;
    depth.current += 1;
    setTarget(true);
  };
  const leave = (event: DragEvent): void => {
    if (depth.current === 0) return;
    event.stopPropagation();
    depth.current -= 1;
    if (depth.current === 0) setTarget(false);
  };
  const drop = (event: DragEvent): void => {
    depth.current = 0;
    setTarget(false);
    if (!takes(event)) return;
    const files = [...event.dataTransfer.files];
    if (files.length > 0) onFiles(files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a pointer's way only; the chooser is for everybody
    <div
      className={clsx(styles.drop, isTarget && styles.target)}
      onDragEnter={enter}
      onDragLeave={leave}
      onDragOver={(event) => {
        if (takes(event)) event.dataTransfer.dropEffect = 'copy';
      }}
      onDrop={drop}
    >
      {children}
      {isTarget && hint !== undefined && (
        <span className={styles.hint} aria-hidden="true">
          {hint}
        </span>
      )}
    </div>
  );
}

export function carriesFiles(event: { readonly dataTransfer: DataTransfer | null }): boolean {
  return event.dataTransfer?.types.includes('Files') === true;
}

/** Ignores files dropped next to a target, which would otherwise replace the page and lose all input. */
export function useMissedDrops(): void {
  const refuse = (event: globalThis.DragEvent): void => {
    if (event.defaultPrevented || !carriesFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
  };
  useListener(window, 'dragover', refuse);
  useListener(window, 'drop', refuse);
}
