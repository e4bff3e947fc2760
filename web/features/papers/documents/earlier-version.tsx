import { useQuery } from '@tanstack/react-query';
import { type Document, listVersions } from '#contract/documents.ts';
import { getVersionAnnotations } from '#contract/reading.ts';
import { queryFor } from '#web/api/queries.ts';
import { useStart, useTimeZone } from '#web/api/start.ts';
import type { EarlierAnnotations } from '#web/viewer/types.ts';
import { OpenedDocument } from './opened-document.tsx';
import { viewedVersion } from './viewed-document.ts';

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
  const shown = viewedVersion(document, version, { engine: settings.viewer_engine, timeZone });
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
      onSaveAnnotations={async () => ({ kind: 'failed' })}
      earlier={earlier}
      onClose={onClose}
    />
  );
}
