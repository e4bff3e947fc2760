import { CloudUpload } from 'lucide-react';
import type { ReactNode } from 'react';
import { DropZone as AriaDropZone, FileTrigger, isFileDropItem, Text } from 'react-aria-components';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Icon } from '#web/ui/icon.tsx';
import styles from './drop-zone.module.css';

interface DropZoneProps {
  /** `Drop documents here, or`. */
  readonly children: ReactNode;
  /** `choose files`. */
  readonly browseLabel: string;
  /** Sizes and kinds that are taken. */
  readonly note?: ReactNode;
  /** Kinds for the file chooser, such as `image/png` or `.docx`. */
  readonly accept?: readonly string[] | undefined;
  readonly multiple?: boolean | undefined;
  readonly onFiles: (files: File[]) => void;
  readonly isDisabled?: boolean | undefined;
  /** Something around it takes what is dropped, such as a page that takes folders. */
  readonly dropsElsewhere?: boolean | undefined;
}

/** Takes files dropped, pasted or chosen. */
export function DropZone({
  children,
  browseLabel,
  note,
  accept,
  multiple = true,
  onFiles,
  isDisabled = false,
  dropsElsewhere = false,
}: DropZoneProps) {
  const take = (files: readonly File[]) => {
    const taken = multiple ? files : files.slice(0, 1);
    if (taken.length > 0) onFiles([...taken]);
  };
  const face = (
    <>
      <Icon of={CloudUpload} size="l" />
      <Text {...(dropsElsewhere ? {} : { slot: 'label' })}>
        {children}{' '}
        <FileTrigger
          allowsMultiple={multiple}
          {...(accept ? { acceptedFileTypes: accept } : {})}
          onSelect={(files) => take([...(files ?? [])])}
        >
          <TextButton isDisabled={isDisabled}>{browseLabel}</TextButton>
        </FileTrigger>
      </Text>
      {note !== undefined && <span className="meta">{note}</span>}
    </>
  );
  if (dropsElsewhere) return <div className={styles['drop-zone']}>{face}</div>;
  return (
    <AriaDropZone
      // Read before the sentence in it, for the button that takes what is pasted.
      aria-label={multiple ? 'Paste files.' : 'Paste a file.'}
      className={styles['drop-zone'] ?? ''}
      isDisabled={isDisabled}
      getDropOperation={(types) => (types.has('Files') || !types.has('text/plain') ? 'copy' : 'cancel')}
      onDrop={async (event) =>
        take(await Promise.all(event.items.filter(isFileDropItem).map((item) => item.getFile())))
      }
    >
      {face}
    </AriaDropZone>
  );
}
