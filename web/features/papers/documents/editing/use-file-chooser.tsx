import { type ReactNode, useRef } from 'react';
import { useStart } from '#web/api/start.ts';
import { acceptedTypes } from '#web/features/papers/documents/uploads/upload-check.ts';

/** The device's own way to choose one file, for a menu item: `input` stands outside of the menu, which closes. */
export function useFileChooser(label: string): {
  readonly input: ReactNode;
  readonly choose: (onFile: (file: File) => void) => void;
} {
  const { settings } = useStart();
  const element = useRef<HTMLInputElement>(null);
  const taker = useRef<((file: File) => void) | null>(null);
  return {
    input: (
      <input
        ref={element}
        type="file"
        hidden
        accept={acceptedTypes(settings)}
        aria-label={label}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file !== undefined) taker.current?.(file);
          event.currentTarget.value = '';
        }}
      />
    ),
    choose(onFile) {
      taker.current = onFile;
      element.current?.click();
    },
  };
}
