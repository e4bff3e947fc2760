import { counted } from '#domain/text.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useMissingPapers } from './use-uploads.ts';

/** Before something goes out: what was chosen for these and did not arrive. */
export function MissingPapers({ of }: { readonly of: readonly string[] }) {
  const missing = useMissingPapers(of);
  if (missing.length === 0) return null;
  return (
    <Notice tone="caution">
      <strong>{counted(missing.length, 'paper')} will be missing.</strong> Not uploaded: {missing.join(', ')}.
    </Notice>
  );
}
