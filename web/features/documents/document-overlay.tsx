import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Document, getDocument, saveAnnotations } from '../../../contract/documents.ts';
import { documentPaths } from '../../../domain/document-paths.ts';
import { callBeforeLeaving } from '../../api/call.ts';
import { queryFor } from '../../api/queries.ts';
import { isMissing } from '../../api/query-client.ts';
import { noteOpenedDocument, useStart, useTimeZone } from '../../api/start.ts';
import { MessageDialog } from '../../ui/overlays/message-dialog.tsx';
import type { MarksToSave, SaveOutcome } from '../../viewer/types.ts';
import { goneMessage } from './gone-document.ts';
import { useOpenDocument } from './open-document-param.ts';
import { OpenedDocument } from './opened-document.tsx';
import { marksAccess, viewedDocument } from './viewed-document.ts';

interface DocumentOverlayProps {
  /** Of the page's meeting: the recently opened list leads back to it. */
  readonly meetingId?: string | undefined;
  /** Ids of the documents that the page lists now; left out where it lists none. */
  readonly listed?: ReadonlySet<string> | undefined;
}

/**
 * Shows the document that the address names over the page. Every view that knows documents mounts it (specification,
 * section 2). What is not there, or no longer, is told as such, and the page stays.
 */
export function DocumentOverlay({ meetingId, listed }: DocumentOverlayProps) {
  const { documentId, close } = useOpenDocument();
  return documentId === null ? null : (
    <LoadedDocument key={documentId} documentId={documentId} meetingId={meetingId} listed={listed} onClose={close} />
  );
}

interface LoadedDocumentProps extends DocumentOverlayProps {
  readonly documentId: string;
  readonly onClose: () => void;
}

function LoadedDocument({ documentId, meetingId, listed, onClose }: LoadedDocumentProps) {
  const { settings, user } = useStart();
  const timeZone = useTimeZone();
  const asked = useQuery({
    ...queryFor(getDocument, { params: { id: documentId } }),
    // Every opening asks: it counts as one, and the marks are those of now.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  });
  useRecentlyOpened(asked.data?.document, meetingId);

  const gone = goneMessage({ documentId, listed: listed ?? null, isMissing: isMissing(asked.error) });
  if (gone !== null) return <MessageDialog isOpen onClose={onClose} message={gone} />;
  if (asked.data === undefined || user === null) return null;
  const { document, annotations, can } = asked.data;
  const addresses = { open: documentPaths.open(document.id), download: documentPaths.download(document.id) };
  return (
    <OpenedDocument
      document={viewedDocument(document, { addresses, engine: settings.viewer_engine, timeZone })}
      reader={{ id: user.id, name: user.name }}
      marksAccess={marksAccess(document, can.annotate)}
      marks={{ xfdf: annotations.xfdf ?? '', revision: revisionText(annotations.revision) }}
      onSaveMarks={(marks) => saveMarks(document, marks)}
      onClose={onClose}
    />
  );
}

function useRecentlyOpened(document: Document | undefined, meetingId: string | undefined): void {
  // An effect, because the list stands in the frame, and the opening is known only once the document is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per opened document, not per refreshed answer
  useEffect(() => {
    if (document === undefined || meetingId === undefined) return;
    const { id, title, extension, is_link, mime_type } = document;
    noteOpenedDocument({ id, title, extension, is_link, mime_type, meeting_id: meetingId });
  }, [document?.id, meetingId]);
}

/** Failures are only logged (specification, section 8); the viewer keeps the marks and tries again. */
async function saveMarks(document: Document, marks: MarksToSave): Promise<SaveOutcome> {
  if (document.version_id === null) return { kind: 'failed' };
  try {
    const answer = await callBeforeLeaving(saveAnnotations, {
      params: { id: document.id },
      body: {
        annotations: marks.xfdf,
        version_id: document.version_id,
        base_revision: marks.baseRevision === null ? 0 : Number(marks.baseRevision),
      },
    });
    if (answer.result === 'saved') return { kind: 'saved', revision: String(answer.revision) };
    return { kind: 'conflict', xfdf: answer.xfdf, revision: revisionText(answer.revision) };
  } catch (cause) {
    return { kind: 'failed', cause };
  }
}

function revisionText(revision: number): string | null {
  return revision === 0 ? null : String(revision);
}
