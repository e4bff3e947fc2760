import { CloudUpload } from 'lucide-react';
import type { ReactNode } from 'react';
import { DropZone as AriaDropZone, FileTrigger, isFileDropItem, Text } from 'react-aria-components';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Icon } from '#web/ui/icon.tsx';
import styles from './drop-zone.module.css';

interface DropZoneProps {
  readonly children: ReactNode;
  readonly browseLabel: string;
  readonly note?: ReactNode;
  readonly accept?: readonly string[] | undefined;
  readonly multiple?: boolean | undefined;
  readonly onFiles: (files: File[]) => void;
  readonly isDisabled?: boolean | undefined;
  readonly dropsElsewhere?: boolean | undefined;
}

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
      // Labels the button that accepts pasted files. Screen readers announce it before the zone's text.
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
