import { CircleAlert, CircleCheck, RotateCcw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { FileGlyph } from '#web/ui/rows/file-glyph.tsx';
import { ProgressBar } from './progress-bar.tsx';
import styles from './upload-row.module.css';

export type UploadStatus =
  | { readonly kind: 'waiting' | 'uploaded' | 'failed'; readonly text: ReactNode }
  | { readonly kind: 'uploading'; readonly percent: number; readonly text: ReactNode };

interface UploadRowProps {
  readonly name: string;
  /** `link`, `video` or a file extension. */
  readonly type: string;
  readonly status: UploadStatus;
  readonly start?: ReactNode;
  readonly end?: ReactNode;
  readonly onRetry?: (() => void) | undefined;
  readonly onRemove?: (() => void) | undefined;
}

const DATA_STATUS = { waiting: 'waiting', uploading: 'busy', uploaded: 'done', failed: 'failed' } as const;

export function UploadRow({ name, type, status, start, end, onRetry, onRemove }: UploadRowProps) {
  return (
    <div className={styles.upload}>
      <span className={styles['upload-start']}>
        {start}
        <FileGlyph type={type} />
      </span>
      <div className={styles['upload-body']}>
        <p className={styles['upload-name']}>{name}</p>
        {status.kind === 'uploading' && <ProgressBar label={`Uploading ${name}`} value={status.percent} />}
        <p
          className={styles['upload-status']}
          data-status={DATA_STATUS[status.kind]}
          role={status.kind === 'failed' ? 'alert' : undefined}
        >
          {status.kind === 'uploaded' && <Icon of={CircleCheck} />}
          {status.kind === 'failed' && <Icon of={CircleAlert} />}
          <span>{status.text}</span>
        </p>
      </div>
      <div className={styles['upload-tools']}>
        {status.kind === 'failed' && onRetry && (
          <IconButton icon={RotateCcw} size="s" aria-label="Try again" onPress={onRetry} />
        )}
        {end}
        {onRemove && <IconButton icon={X} size="s" aria-label={`Remove ${name}`} onPress={onRemove} />}
      </div>
    </div>
  );
}
