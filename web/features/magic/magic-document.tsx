import type { Document } from '../../../contract/documents.ts';
import { documentPaths } from '../../../domain/document-paths.ts';
import type { MagicKind } from '../../../domain/magic-uid.ts';
import { documentMessages } from '../../../domain/messages.ts';
import { useStart } from '../../api/start.ts';
import { MessageDialog } from '../../ui/overlays/message-dialog.tsx';
import { useOpenDocument } from '../documents/open-document-param.ts';
import { OpenedDocument } from '../documents/opened-document.tsx';
import { viewedDocument } from '../documents/viewed-document.ts';

interface MagicDocumentProps {
  readonly kind: MagicKind;
  readonly uid: string;
  /** All that the link opens. */
  readonly documents: readonly Document[];
  readonly timeZone: string;
  readonly readerName: string;
}

/** The document that the address names, over the shared page: to read, without marks (specification, section 2). */
export function MagicDocument({ kind, uid, documents, timeZone, readerName }: MagicDocumentProps) {
  const { settings } = useStart();
  const { documentId, close } = useOpenDocument();
  if (documentId === null) return null;
  const document = documents.find(({ id }) => id === documentId);
  if (document === undefined) return <MessageDialog isOpen onClose={close} message={documentMessages.gone} />;
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
      marksAccess="none"
      marks={{ xfdf: '', revision: null }}
      onSaveMarks={refuseMarks}
      onClose={close}
    />
  );
}

async function refuseMarks() {
  return { kind: 'failed', cause: new Error('A shared document takes no marks.') } as const;
}
