import { useQuery } from '@tanstack/react-query';
import { Eye, FileUp } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { type DocumentVersion, listVersions, updateDocument } from '../../../contract/documents.ts';
import type { LibraryDocument } from '../../../contract/library.ts';
import { formatDocumentTime } from '../../../domain/dates.ts';
import { sizeText } from '../../../domain/file-words.ts';
import { useCall } from '../../api/mutations.ts';
import { queryFor } from '../../api/queries.ts';
import { useStart, useTimeZone } from '../../api/start.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Skeleton } from '../../ui/feedback/skeletons.tsx';
import { UploadRow } from '../../ui/feedback/upload-row.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { showToast } from '../../ui/overlays/toast.tsx';
import { Section } from '../../ui/rows/section.tsx';
import { EarlierVersion } from '../documents/earlier-version.tsx';
import { acceptedTypes } from '../documents/uploads/upload-check.ts';
import { documentMeta } from '../documents/viewed-document.ts';
import styles from './place.module.css';
import { shownSwitch } from './shown-switch.ts';
import { useReplacement } from './use-replacement.ts';

interface DocumentDialogProps {
  readonly document: LibraryDocument;
  readonly onClose: () => void;
}

/** What an editor sets on a document, and the files that it has had. Each switch is saved when it is pressed. */
export function DocumentDialog({ document, onClose }: DocumentDialogProps) {
  const params = { id: document.id };
  const update = useCall(updateDocument, { invalidates: ['library'] });
  const [shownVersion, setShownVersion] = useState<string | null>(null);
  if (shownVersion !== null) {
    return <EarlierVersion document={document} versionId={shownVersion} onClose={() => setShownVersion(null)} />;
  }
  return (
    <Dialog isOpen onClose={onClose} size="m" scrolls title={document.title}>
      <Stack gap="m">
        <p className="meta">{documentMeta(document)}</p>
        <Switch
          label="Hidden from everybody but its editors"
          value={shownSwitch('hidden', document, update)}
          onChange={(hidden) => update.mutate({ params, body: { hidden } })}
        />
        {!document.is_link && (
          <>
            <Switch
              label="Printing disabled"
              value={shownSwitch('printing_disabled', document, update)}
              onChange={(disabled) => update.mutate({ params, body: { printing_disabled: disabled } })}
            />
            <Versions document={document} onShow={setShownVersion} />
          </>
        )}
      </Stack>
    </Dialog>
  );
}

interface VersionsProps {
  readonly document: LibraryDocument;
  readonly onShow: (versionId: string) => void;
}

function Versions({ document, onShow }: VersionsProps) {
  const { settings } = useStart();
  const { data } = useQuery({ ...queryFor(listVersions, { params: { id: document.id } }), staleTime: 0 });
  const { state, begin, cancel } = useReplacement(document.id, () => {
    showToast(`${document.title} has a new version`);
  });
  return (
    <Section title="Versions" level={3}>
      <div className={styles.versions}>
        {data === undefined ? (
          <Skeleton width={75} />
        ) : (
          <ol>
            {data.versions.map((version, nth) => (
              <VersionRow key={version.id} version={version} isCurrent={nth === 0} onShow={() => onShow(version.id)} />
            ))}
          </ol>
        )}
        {state !== null && (
          <UploadRow
            name={state.name}
            type={state.name.split('.').at(-1)?.toLowerCase() ?? ''}
            status={
              state.kind === 'uploading'
                ? { kind: 'uploading', percent: state.percent, text: `${state.percent}%` }
                : state.kind === 'saving'
                  ? { kind: 'waiting', text: 'Saving' }
                  : { kind: 'failed', text: state.message }
            }
            onRemove={state.kind === 'saving' ? undefined : cancel}
          />
        )}
        <FileTrigger
          acceptedFileTypes={acceptedTypes(settings).split(',')}
          onSelect={(files) => {
            const [file] = files ?? [];
            if (file !== undefined) void begin(file);
          }}
        >
          <Button size="s" icon={FileUp} isDisabled={state !== null && state.kind !== 'failed'}>
            Replace file
          </Button>
        </FileTrigger>
        <p className="meta">The earlier file is kept, and everybody’s marks on it.</p>
      </div>
    </Section>
  );
}

interface VersionRowProps {
  readonly version: DocumentVersion;
  readonly isCurrent: boolean;
  readonly onShow: () => void;
}

function VersionRow({ version, isCurrent, onShow }: VersionRowProps) {
  const timeZone = useTimeZone();
  const by = version.created_by === null ? '' : ` by ${version.created_by}`;
  return (
    <li className={styles.version}>
      <span>
        {isCurrent ? 'Current' : `Version ${version.number}`}: {version.filename}
        <br />
        <span className="meta">
          {formatDocumentTime(version.created_at, timeZone)}
          {by}
        </span>
      </span>
      <span className="meta nowrap">{sizeText(version.byte_size)}</span>
      {!isCurrent && (
        <Button size="s" icon={Eye} aria-label={`Open version ${version.number}`} onPress={onShow}>
          Open
        </Button>
      )}
    </li>
  );
}
