import { useQuery } from '@tanstack/react-query';
import { Eye, FileUp, GitCompare } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { type Document, type DocumentVersion, listVersions, updateDocument } from '#contract/documents.ts';
import type { LibraryDocument } from '#contract/library.ts';
import { formatDocumentTime } from '#domain/dates.ts';
import { sizeText } from '#domain/documents.ts';
import { pressedOrSaved, useCall } from '#web/api/mutations.ts';
import { documentNouns, queryFor } from '#web/api/queries.ts';
import { useStart, useTimeZone } from '#web/api/start.ts';
import { CompareVersions } from '#web/features/papers/documents/compare-versions.tsx';
import { EarlierVersion } from '#web/features/papers/documents/earlier-version.tsx';
import { acceptedTypes } from '#web/features/papers/documents/uploads/upload.ts';
import { useUploadsOf } from '#web/features/papers/documents/uploads/use-uploads.ts';
import { documentMeta } from '#web/features/papers/documents/viewed-document.ts';
import { HelpLink } from '#web/shell/help-link.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './editing.module.css';
import { ReplacementRows } from './file-replacement.tsx';
import { EditLinkDialog } from './link-dialog.tsx';
import { useReplacing } from './replace-question.tsx';

type Edited = Document | LibraryDocument;

interface DocumentDialogProps {
  readonly document: Edited;
  readonly onClose: () => void;
}

export function DocumentDialog({
  open,
  ...props
}: DocumentDialogProps & { readonly open: 'link' | 'properties' | 'versions' }) {
  if (open === 'link') return <EditLinkDialog {...props} />;
  return open === 'properties' ? <PropertiesDialog {...props} /> : <VersionsDialog {...props} />;
}

function PropertiesDialog({ document, onClose }: DocumentDialogProps) {
  const params = { id: document.id };
  const update = useCall(updateDocument, { invalidates: documentNouns });
  return (
    <Dialog onClose={onClose} size="m" scrolls title={document.title}>
      <Stack gap="m">
        <p className="meta">{documentMeta(document)}</p>
        {'hidden' in document && (
          <Switch
            label="Hidden from everybody except editors"
            value={pressedOrSaved('hidden', document, update)}
            onChange={(hidden) => update.mutate({ params, body: { hidden } })}
          />
        )}
        <Switch
          label="Printing disabled"
          value={pressedOrSaved('printing_disabled', document, update)}
          onChange={(disabled) => update.mutate({ params, body: { printing_disabled: disabled } })}
        />
        <Switch
          label="Not on devices"
          description="Nobody can keep this document for offline reading. Kept copies are deleted when the device next connects."
          value={pressedOrSaved('not_on_devices', document, update)}
          onChange={(excluded) => update.mutate({ params, body: { not_on_devices: excluded } })}
        />
      </Stack>
    </Dialog>
  );
}

function VersionsDialog({ document, onClose }: DocumentDialogProps) {
  const { settings } = useStart();
  const replacing = useReplacing();
  const [shownVersion, setShownVersion] = useState<string | null>(null);
  const [compared, setCompared] = useState<string | null>(null);
  const query = useQuery({
    ...queryFor(listVersions, { params: { id: document.id } }),
    staleTime: 0,
    throwOnError: false,
  });
  const isUnderWay = useUploadsOf(document.id, { kind: 'document', id: document.id }).some(
    ({ state }) => state.kind !== 'failed' && state.kind !== 'refused',
  );
  if (shownVersion !== null) {
    return <EarlierVersion document={document} versionId={shownVersion} onClose={() => setShownVersion(null)} />;
  }
  if (compared !== null) {
    return <CompareVersions document={document} fromId={compared} onClose={() => setCompared(null)} />;
  }
  return (
    <Dialog onClose={onClose} size="m" scrolls title={document.title}>
      <Section title="Versions" level={3}>
        <div className={styles.versions}>
          {query.data === undefined ? (
            <WhileLoading what="The versions" query={query}>
              <Skeleton width={75} />
            </WhileLoading>
          ) : (
            <ol>
              {query.data.versions.map((version, nth) => (
                <VersionRow
                  key={version.id}
                  version={version}
                  isCurrent={nth === 0}
                  onShow={() => setShownVersion(version.id)}
                  onCompare={() => setCompared(version.id)}
                />
              ))}
            </ol>
          )}
          <ReplacementRows document={document} />
          <FileTrigger
            acceptedFileTypes={acceptedTypes(settings).split(',')}
            onSelect={(files) => {
              const [file] = files ?? [];
              if (file !== undefined) replacing.replace(document, file, document.id);
            }}
          >
            <Button size="s" icon={FileUp} isDisabled={isUnderWay}>
              Replace file…
            </Button>
          </FileTrigger>
          <p className="meta">
            The earlier file and everybody’s marks on it are kept.{' '}
            <HelpLink chapter="secretaries" heading="replace-a-paper" />
          </p>
          {replacing.dialog}
        </div>
      </Section>
    </Dialog>
  );
}

interface VersionRowProps {
  readonly version: DocumentVersion;
  readonly isCurrent: boolean;
  readonly onShow: () => void;
  readonly onCompare: () => void;
}

function VersionRow({ version, isCurrent, onShow, onCompare }: VersionRowProps) {
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
          {version.withdrawn && ', withdrawn'}
        </span>
      </span>
      <span className="meta nowrap">{sizeText(version.byte_size)}</span>
      {!isCurrent && (
        <Button size="s" icon={Eye} aria-label={`Open version ${version.number}`} onPress={onShow}>
          Open
        </Button>
      )}
      {!isCurrent && (
        <Button size="s" icon={GitCompare} aria-label={`Compare version ${version.number}`} onPress={onCompare}>
          Compare
        </Button>
      )}
    </li>
  );
}
