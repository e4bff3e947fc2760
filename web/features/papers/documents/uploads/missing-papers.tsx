import { counted } from '#domain/text.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useMissingPapers } from './use-uploads.ts';

export function MissingPapers({ of }: { readonly of: readonly string[] }) {
  const { notUploaded, underWay } = useMissingPapers(of);
  return (
    <>
      {notUploaded.length > 0 && (
        <Notice tone="caution">
          <strong>{counted(notUploaded.length, 'paper')} will be missing.</strong> Not uploaded:{' '}
          {notUploaded.join(', ')}.
        </Notice>
      )}
      {underWay.length > 0 && (
        <Notice tone="caution">
          <strong>
            {counted(underWay.length, 'paper')} {underWay.length === 1 ? 'is' : 'are'} still being uploaded:
          </strong>{' '}
          {underWay.join(', ')}.
        </Notice>
      )}
    </>
  );
}
