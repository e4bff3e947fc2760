import { useQuery } from '@tanstack/react-query';
import { type DeletedDocument, listDeletedDocuments, restoreDocument } from '#contract/documents.ts';
import { glyphType } from '#domain/file-words.ts';
import { useCall } from '#web/api/mutations.ts';
import { documentNouns, queryFor } from '#web/api/queries.ts';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { FileGlyph } from '#web/ui/rows/file-glyph.tsx';
import { DeletedRow } from './deleted-row.tsx';

interface DeletedDocumentsDialogProps {
  readonly home: 'meeting' | 'announcement';
  readonly id: string;
  readonly onClose: () => void;
}

/** The documents of a meeting or an announcement that its editors can bring back (product.md, section 9). */
export function DeletedDocumentsDialog({ home, id, onClose }: DeletedDocumentsDialogProps) {
  const query = useQuery({ ...queryFor(listDeletedDocuments, { params: { home, id } }), staleTime: 0 });
  const { data } = query;
  return (
    <Dialog isOpen onClose={onClose} size="m" scrolls title="Deleted documents">
      {data === undefined ? (
        <WhileLoading what="What was deleted" query={query}>
          <Skeleton width={75} />
        </WhileLoading>
      ) : data.documents.length === 0 ? (
        <p className="muted">No document of this {home} was deleted in the last 30 days.</p>
      ) : (
        <>
          <p className="muted">What is deleted can be brought back for 30 days. After that it is removed for good.</p>
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
  const { id, title, stood_at: item, deleted_at: at, deleted_by: by } = document;
  const restore = useCall(restoreDocument, {
    invalidates: documentNouns,
    onSuccess: () => void showToast(`${title} is back`),
  });
  return (
    <DeletedRow
      glyph={<FileGlyph type={glyphType(document)} />}
      name={title}
      stoodIn={item}
      at={at}
      by={by}
      isPending={restore.isPending}
      onRestore={() => restore.mutate({ params: { id } })}
    />
  );
}
