import type { Document } from '#contract/documents.ts';
import type { MagicKind } from '#domain/magic-uid.ts';
import { documentPaths } from '#domain/paths.ts';
import { useStart } from '#web/api/start.ts';
import { GoneDocument, OpenedDocument, useGoneDialog } from '#web/features/papers/documents/opened-document.tsx';
import { viewedDocument } from '#web/features/papers/documents/viewed-document.ts';
import { useOpenDocument } from '#web/features/papers/reading/opening.ts';

interface MagicDocumentProps {
  readonly kind: MagicKind;
  readonly uid: string;
  readonly documents: readonly Document[];
  readonly timeZone: string;
  readonly readerName: string;
}

export function MagicDocument(props: MagicDocumentProps) {
  const { documentId, close } = useOpenDocument();
  const { dialog, showGone } = useGoneDialog(close);
  const document = props.documents.find(({ id }) => id === documentId);
  return (
    <>
      {documentId !== null &&
        (document === undefined ? (
          <GoneDocument key={documentId} onGone={showGone} />
        ) : (
          <SharedDocument {...props} document={document} onClose={close} />
        ))}
      {dialog}
    </>
  );
}

interface SharedDocumentProps extends Omit<MagicDocumentProps, 'documents'> {
  readonly document: Document;
  readonly onClose: () => void;
}

function SharedDocument({ kind, uid, document, timeZone, readerName, onClose }: SharedDocumentProps) {
  const { settings } = useStart();
  const open = documentPaths.magic(kind, uid, document.id);
  return (
    <OpenedDocument
      key={document.id}
      document={viewedDocument(document, {
        addresses: { open, download: `${open}?download=1` },
        engine: settings.viewer_engine,
        timeZone,
      })}
      reader={{ id: 'magic', name: readerName }}
      annotationAccess="none"
      annotations={{ xfdf: '', revision: null }}
      onSaveAnnotations={async () => ({ kind: 'failed' })}
      onClose={onClose}
    />
  );
}
