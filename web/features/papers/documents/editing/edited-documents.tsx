import { CornerDownRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Document } from '#contract/documents.ts';
import { FileDrop, useMissedDrops } from '#web/ui/feedback/file-drop.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { MenuItem } from '#web/ui/overlays/menu.tsx';
import { RowMenu } from '#web/ui/overlays/row-menu.tsx';
import { type DocumentAct, DocumentMenuItems, RenameDocument } from './document-row-actions.tsx';
import styles from './editing.module.css';
import { ReplacementRows, useFileChooser } from './file-replacement.tsx';
import { useReplacing } from './replace-question.tsx';

const DocumentDialog = lazyPart(() => import('./document-dialog.tsx'), 'DocumentDialog');

interface EditedDocumentsProps {
  readonly documents: readonly Document[];
  readonly onMoveTo?: ((document: Document) => void) | undefined;
  readonly children: (document: Document, menu: ReactNode, nth: number) => ReactNode;
}

export function EditedDocuments({ documents, onMoveTo, children }: EditedDocumentsProps) {
  useMissedDrops();
  return documents.map((document, nth) => (
    <EditedDocument key={document.id} document={document} onMoveTo={onMoveTo}>
      {(menu) => children(document, menu, nth)}
    </EditedDocument>
  ));
}

interface EditedDocumentProps {
  readonly document: Document;
  readonly onMoveTo: ((document: Document) => void) | undefined;
  readonly children: (menu: ReactNode) => ReactNode;
}

function EditedDocument({ document, onMoveTo, children }: EditedDocumentProps) {
  const [renaming, setRenaming] = useState<'no' | 'yes' | 'done'>('no');
  const [open, setOpen] = useState<'link' | 'properties' | 'versions' | null>(null);
  const chooser = useFileChooser(`New file for ${document.title}`);
  const replacing = useReplacing();
  const replace = (file: File): void => replacing.replace(document, file, document.id);
  const act = (chosen: DocumentAct): void => {
    if (chosen === 'replace') chooser.choose(replace);
    else if (chosen === 'rename') setRenaming('yes');
    else setOpen(chosen);
  };
  const parts = (
    <>
      {renaming === 'yes' ? (
        <div className={styles.row}>
          <RenameDocument document={document} onDone={() => setRenaming('done')} />
        </div>
      ) : (
        children(
          <RowMenu aria-label={`More actions for ${document.title}`} takesFocus={renaming === 'done'}>
            {() => (
              <>
                <DocumentMenuItems document={document} onAct={act} />
                {onMoveTo !== undefined && (
                  <MenuItem icon={CornerDownRight} label="Move to item…" onAction={() => onMoveTo(document)} />
                )}
              </>
            )}
          </RowMenu>,
        )
      )}
      <div className={styles.replacement}>
        <ReplacementRows document={document} />
      </div>
      {chooser.input}
      {replacing.dialog}
      {open !== null && <DocumentDialog document={document} open={open} onClose={() => setOpen(null)} />}
    </>
  );
  if (document.is_link) return <div>{parts}</div>;
  return (
    <FileDrop
      isForOne
      hint={`Drop to replace ${document.title}`}
      onFiles={([file]) => file !== undefined && replace(file)}
    >
      {parts}
    </FileDrop>
  );
}
