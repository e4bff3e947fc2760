import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import type { TextChange } from '#domain/revisions/text-changes.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';

export type ChangeSteps = Readonly<ReturnType<typeof useChangeSteps>>;

export function useChangeSteps(changes: readonly TextChange[], onChange: (change: TextChange) => void) {
  const [current, setCurrent] = useState<{ readonly index: number; readonly step: number } | null>(null);
  return {
    current,
    go(direction: 1 | -1): void {
      const from = current?.index ?? (direction === 1 ? -1 : 0);
      const index = (from + direction + changes.length) % changes.length;
      const change = changes[index];
      if (change === undefined) return;
      setCurrent({ index, step: (current?.step ?? 0) + 1 });
      onChange(change);
    },
  };
}

export function ChangeStepButtons({ steps }: { readonly steps: ChangeSteps }) {
  return (
    <>
      <IconButton icon={ChevronUp} size="s" aria-label="Previous change" onPress={() => steps.go(-1)} />
      <IconButton icon={ChevronDown} size="s" aria-label="Next change" onPress={() => steps.go(1)} />
    </>
  );
}
