import { type Ref, type RefObject, useImperativeHandle, useRef } from 'react';

/** What a form controller needs of a field made of segments: to put the focus into the first one. */
export interface SegmentsHandle {
  focus(): void;
}

export function useSegmentsHandle(ref: Ref<SegmentsHandle> | undefined): RefObject<HTMLDivElement | null> {
  const segments = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({
    focus: () => segments.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus(),
  }));
  return segments;
}
