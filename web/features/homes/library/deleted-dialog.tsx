import { useQuery } from '@tanstack/react-query';
import { BookOpen, File, Folder } from 'lucide-react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { listDeletedLibraryItems, restoreLibraryItems } from '#contract/library.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { DeletedRow } from '#web/features/papers/documents/deleted-documents-dialog.tsx';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';

type Deleted = AnswerOf<typeof listDeletedLibraryItems>['items'][number];

export function DeletedDialog({ onClose }: { readonly onClose: () => void }) {
  const query = useQuery({ ...queryFor(listDeletedLibraryItems), staleTime: 0 });
  const { data } = query;
  return (
    <Dialog onClose={onClose} size="m" scrolls title="Recently deleted">
      {data === undefined ? (
        <WhileLoading what="Deleted items" query={query}>
          <Skeleton width={75} />
        </WhileLoading>
      ) : data.items.length === 0 ? (
        <p className="muted">Nothing was deleted in the last 30 days.</p>
      ) : (
        <>
          <p className="muted">Deleted items can be restored for 30 days. After that, they are permanently removed.</p>
          <ul>
            {data.items.map((item) => (
              <DeletedItem key={item.id} item={item} />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

const icons = { category: BookOpen, folder: Folder, document: File } as const;

function DeletedItem({ item }: { readonly item: Deleted }) {
  const { kind, id, name, path: above, deleted_at: at, deleted_by: by } = item;
  const restore = useCall(restoreLibraryItems, {
    invalidates: ['library'],
    onSuccess: () => void showToast(`${name} was restored`),
  });
  return (
    <DeletedRow
      glyph={<Icon of={icons[kind]} />}
      name={name}
      wasIn={above.length > 0 ? above.join(' › ') : null}
      at={at}
      by={by}
      isPending={restore.isPending}
      onRestore={() => restore.mutate({ body: { items: [{ kind, id }] } })}
    />
  );
}
