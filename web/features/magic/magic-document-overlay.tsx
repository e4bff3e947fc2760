import type { MagicMeeting } from '../../../contract/magic.ts';
import { documentPaths } from '../../../domain/document-paths.ts';
import { documentMessages } from '../../../domain/messages.ts';
import { useStart } from '../../api/start.ts';
import { MessageDialog } from '../../ui/overlays/message-dialog.tsx';
import type { SaveOutcome } from '../../viewer/types.ts';
import { useOpenDocument } from '../documents/open-document-param.ts';
import { OpenedDocument } from '../documents/opened-document.tsx';
import { viewedDocument } from '../documents/viewed-document.ts';

interface MagicDocumentOverlayProps {
  readonly uid: string;
  readonly meeting: MagicMeeting;
  readonly timeZone: string;
}

/** A document of the shared meeting, read only, at the address that only the link's holder knows. */
export function MagicDocumentOverlay({ uid, meeting, timeZone }: MagicDocumentOverlayProps) {
  const { documentId, close } = useOpenDocument();
  const { settings } = useStart();
  if (documentId === null) return null;
  const document = [...meeting.documents, ...meeting.agenda_items.flatMap((item) => item.documents)].find(
    (each) => each.id === documentId,
  );
  if (document === undefined) return <MessageDialog isOpen onClose={close} message={documentMessages.gone} />;
  const open = documentPaths.magic('meeting', uid, document.id);
  return (
    <OpenedDocument
      document={viewedDocument(document, {
        addresses: { open, download: `${open}?download=1` },
        engine: settings.viewer_engine,
        timeZone,
      })}
      reader={{ id: 'magic', name: '' }}
      marksAccess="none"
      marks={{ xfdf: '', revision: null }}
      onSaveMarks={nothingToSave}
      onClose={close}
    />
  );
}

/** There are no marks on a shared link, so there is never anything to save. */
function nothingToSave(): Promise<SaveOutcome> {
  return Promise.resolve({ kind: 'failed', cause: new Error('A shared link has no marks') });
}
