import { useQuery } from '@tanstack/react-query';
import { type Document, listVersions } from '#contract/documents.ts';
import { getVersionAnnotations } from '#contract/reading.ts';
import { documentPaths } from '#domain/paths.ts';
import { queryFor } from '#web/api/queries.ts';
import { useStart, useTimeZone } from '#web/api/start.ts';
import type { EarlierAnnotations } from '#web/viewer/types.ts';
import { OpenedDocument } from './opened-document.tsx';
import { viewedDocument } from './viewed-document.ts';

interface EarlierVersionProps {
  readonly document: Document;
  readonly versionId: string;
  readonly earlier?: EarlierAnnotations | undefined;
  readonly onClose: () => void;
}

export function EarlierVersion({ document, versionId, earlier, onClose }: EarlierVersionProps) {
  const { settings, user } = useStart();
  const timeZone = useTimeZone();
  const { data } = useQuery({
    ...queryFor(getVersionAnnotations, { params: { id: document.id, version_id: versionId } }),
    gcTime: 0,
  });
  const versions = useQuery({ ...queryFor(listVersions, { params: { id: document.id } }), throwOnError: false });
  const version = versions.data?.versions.find((each) => each.id === versionId);
  if (data === undefined || version === undefined || user === null) return null;
  const { extension, mime_type, preview, byte_size, page_count, created_at } = version;
  const address = documentPaths.readVersion(document.id, versionId);
  const shown = viewedDocument(
    { ...document, extension, mime_type, preview, byte_size, page_count, uploaded_at: created_at },
    { addresses: { open: address, download: address }, engine: settings.viewer_engine, timeZone },
  );
  return (
    <OpenedDocument
      document={{
        ...shown,
        id: versionId,
        title: `${document.title} (earlier version)`,
        downloadUrl: shown.kind === 'download' ? shown.downloadUrl : undefined,
      }}
      reader={{ id: user.id, name: user.name }}
      annotationAccess="read-only"
      annotations={{ xfdf: data.xfdf ?? '', revision: null }}
      onSaveAnnotations={refuseAnnotations}
      earlier={earlier}
      onClose={onClose}
    />
  );
}

async function refuseAnnotations() {
  return { kind: 'failed', cause: new Error('You cannot mark an earlier version.') } as const;
}
