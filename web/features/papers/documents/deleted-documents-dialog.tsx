import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { type DeletedDocument, listDeletedDocuments, restoreDocument } from '#contract/documents.ts';
import { formatDate } from '#domain/dates.ts';
import { glyphType } from '#domain/documents.ts';
import { useCall } from '#web/api/mutations.ts';
import { documentNouns, queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { FileGlyph } from '#web/ui/rows/file-glyph.tsx';
import styles from './deleted-documents-dialog.module.css';

interface DeletedDocumentsDialogProps {
  readonly home: 'meeting' | 'announcement';
  readonly id: string;
  readonly onClose: () => void;
}

export function DeletedDocumentsDialog({ home, id, onClose }: DeletedDocumentsDialogProps) {
  const query = useQuery({ ...queryFor(listDeletedDocuments, { params: { home, id } }), staleTime: 0 });
  const { data } = query;
  return (
    <Dialog onClose={onClose} size="m" scrolls title="Deleted documents">
      {data === undefined ? (
        <WhileLoading what="Deleted items" query={query}>
          <Skeleton width={75} />
        </WhileLoading>
      ) : data.documents.length === 0 ? (
        <p className="muted">No documents from this {home} were deleted in the last 30 days.</p>
      ) : (
        <>
          <p className="muted">Deleted items can be restored for 30 days. After that, they are permanently removed.</p>
          <ul>
            {data.documents.map((document) => (
              <Row key={document.id} document={document} />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

function Row({ document }: { readonly document: DeletedDocument }) {
  const { id, title, agenda_item_title: item, deleted_at: at, deleted_by: by } = document;
  const restore = useCall(restoreDocument, {
    invalidates: documentNouns,
    onSuccess: () => void showToast(`${title} was restored`),
  });
  return (
    <DeletedRow
      glyph={<FileGlyph type={glyphType(document)} />}
      name={title}
      wasIn={item}
      at={at}
      by={by}
      isPending={restore.isPending}
      onRestore={() => restore.mutate({ params: { id } })}
    />
  );
}

interface DeletedRowProps {
  readonly glyph: ReactNode;
  readonly name: string;
  readonly wasIn: string | null;
  readonly at: string;
  readonly by: string | null;
  readonly isPending: boolean;
  readonly onRestore: () => void;
}

export function DeletedRow({ glyph, name, wasIn, at, by, isPending, onRestore }: DeletedRowProps) {
  const when = `deleted on ${formatDate(at, useTimeZone())}${by === null ? '' : ` by ${by}`}`;
  return (
    <li className={styles.row}>
      {glyph}
      <span className={styles.text}>
        <span>{name}</span>
        <span className="meta">{[...(wasIn === null ? [] : [wasIn]), when].join(', ')}</span>
      </span>
      <Button size="s" icon={RotateCcw} aria-label={`Restore ${name}`} isPending={isPending} onPress={onRestore}>
        Restore
      </Button>
    </li>
  );
}
