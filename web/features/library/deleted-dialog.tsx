import { useQuery } from '@tanstack/react-query';
import { BookOpen, File, Folder, RotateCcw } from 'lucide-react';
import type { AnswerOf } from '../../../contract/endpoint.ts';
import { listDeletedLibraryItems, restoreLibraryItems } from '../../../contract/library.ts';
import { formatDate } from '../../../domain/dates.ts';
import { useCall } from '../../api/mutations.ts';
import { queryFor } from '../../api/queries.ts';
import { useTimeZone } from '../../api/start.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Skeleton } from '../../ui/feedback/skeletons.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { showToast } from '../../ui/overlays/toast.tsx';
import styles from './place.module.css';

type Deleted = AnswerOf<typeof listDeletedLibraryItems>['items'][number];

/** What the reader can bring back; it is kept for 30 days (product.md, section 9). */
export function DeletedDialog({ onClose }: { readonly onClose: () => void }) {
  const { data } = useQuery({ ...queryFor(listDeletedLibraryItems), staleTime: 0 });
  return (
    <Dialog isOpen onClose={onClose} size="m" scrolls title="Recently deleted">
      {data === undefined ? (
        <Skeleton width={75} />
      ) : data.items.length === 0 ? (
        <p className="muted">Nothing was deleted in the last 30 days.</p>
      ) : (
        <>
          <p className="muted">What is deleted can be brought back for 30 days. After that it is removed for good.</p>
          <ul>
            {data.items.map((item) => (
              <DeletedRow key={item.id} item={item} />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

const icons = { category: BookOpen, folder: Folder, document: File } as const;

function DeletedRow({ item }: { readonly item: Deleted }) {
  const timeZone = useTimeZone();
  const { kind, id, name, stood_in: above, deleted_at: at, deleted_by: by } = item;
  const restore = useCall(restoreLibraryItems, {
    invalidates: ['library'],
    onSuccess: () => void showToast(`${name} is back`),
  });
  const when = `deleted on ${formatDate(at, timeZone)}${by === null ? '' : ` by ${by}`}`;
  return (
    <li className={styles.deleted}>
      <Icon of={icons[kind]} />
      <span className={styles['deleted-words']}>
        <span>{name}</span>
        <span className="meta">{[...(above.length > 0 ? [above.join(' › ')] : []), when].join(', ')}</span>
      </span>
      <Button
        size="s"
        icon={RotateCcw}
        aria-label={`Restore ${name}`}
        isPending={restore.isPending}
        onPress={() => restore.mutate({ body: { items: [{ kind, id }] } })}
      >
        Restore
      </Button>
    </li>
  );
}
