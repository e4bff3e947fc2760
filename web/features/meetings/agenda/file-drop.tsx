import { clsx } from 'clsx';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import styles from './file-drop.module.css';

interface FileDropProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** A part of the page on which files can be dropped. By keyboard the same is done with a file chooser beside it. */
export function FileDrop({ onFiles, children }: FileDropProps) {
  const [isTarget, setTarget] = useState(false);
  // Entering a child comes before leaving its parent, so the number tells whether the pointer is still inside.
  const depth = useRef(0);
  const enter = (event: DragEvent): void => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    depth.current += 1;
    setTarget(true);
  };
  const leave = (): void => {
    depth.current = Math.max(0, depth.current - 1);
    if (depth.current === 0) setTarget(false);
  };
  const drop = (event: DragEvent): void => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    event.stopPropagation();
    depth.current = 0;
    setTarget(false);
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
        if (!carriesFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDrop={drop}
    >
      {children}
    </div>
  );
}

export function carriesFiles(event: { readonly dataTransfer: DataTransfer | null }): boolean {
  return event.dataTransfer?.types.includes('Files') === true;
}
