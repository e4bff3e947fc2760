import { documentPaths } from '../../../domain/document-paths.ts';
import { documentMessages } from '../../../domain/messages.ts';
import { useStart } from '../../api/start.ts';
import { MessageDialog } from '../../ui/overlays/message-dialog.tsx';
import { useOpenDocument } from '../documents/open-document-param.ts';
import { OpenedDocument } from '../documents/opened-document.tsx';
import { viewedDocument } from '../documents/viewed-document.ts';
import type { MagicAnswer } from './magic-link.ts';
import { sharedDocument } from './shared-document.ts';

interface MagicDocumentProps {
  readonly uid: string;
  readonly answer: MagicAnswer;
}

/** The document that the address names, over the shared page: to read, without marks (specification, section 2). */
export function MagicDocument({ uid, answer }: MagicDocumentProps) {
  const { settings } = useStart();
  const { documentId, close } = useOpenDocument();
  if (documentId === null) return null;
  const document = sharedDocument(answer.meeting, documentId);
  if (document === null) return <MessageDialog isOpen onClose={close} message={documentMessages.gone} />;
  const open = documentPaths.magic('meeting', uid, document.id);
  return (
    <OpenedDocument
      key={document.id}
      document={viewedDocument(document, {
        addresses: { open, download: `${open}?download=1` },
        engine: settings.viewer_engine,
        timeZone: answer.board.time_zone,
      })}
      reader={{ id: 'magic', name: answer.first_name }}
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
