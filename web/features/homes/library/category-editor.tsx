import { Ellipsis, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { MenuTrigger } from 'react-aria-components';
import type { AnswerOf } from '#contract/endpoint.ts';
import {
  type Category,
  deleteCategory,
  getLibrary,
  moveCategory,
  restoreLibraryItems,
  updateCategory,
} from '#contract/library.ts';
import { audienceText } from '#domain/audience.ts';
import { folderCountText } from '#domain/folders.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { paths } from '#web/paths.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { ReorderableList, withItemMoved } from '#web/ui/rows/reorderable-list.tsx';
import { CategoryDialog } from './category-dialog.tsx';
import styles from './library.module.css';

export function CategoryEditor({ categories }: { readonly categories: readonly Category[] }) {
  const [edited, setEdited] = useState<Category | null>(null);
  const move = useCall(moveCategory, {
    invalidates: ['library'],
    onError: () => void queryClient.invalidateQueries(queryFor(getLibrary)),
  });
  const reorder = (key: string, to: number): void => {
    const from = categories.findIndex((category) => category.id === key);
    const next = withItemMoved(categories, from, to);
    queryClient.setQueryData(queryFor(getLibrary).queryKey, (known: AnswerOf<typeof getLibrary> | undefined) =>
      known === undefined ? known : { ...known, categories: next },
    );
    move.mutate({ params: { id: key }, body: { before_id: next[to + 1]?.id ?? null } });
  };
  return (
    <>
      <ReorderableList
        label="Categories"
        items={categories}
        keyOf={(category) => category.id}
        nameOf={(category) => category.name}
        onReorder={reorder}
        renderItem={(category, _index, handle) => (
          <CategoryLine category={category} handle={category.can.edit ? handle : null} onEdit={setEdited} />
        )}
      />
      {edited !== null && <CategoryDialog category={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

interface CategoryLineProps {
  readonly category: Category;
  readonly handle: ReactNode;
  readonly onEdit: (category: Category) => void;
}

function CategoryLine({ category, handle, onEdit }: CategoryLineProps) {
  const { id, name, description, hidden, counts, audience, can } = category;
  return (
    <div className={styles['category-line']}>
      {handle ?? <span />}
      <span className={styles['category-words']}>
        <span className={styles['category-name']}>
          <TextLink href={paths.libraryCategory(id)}>{name}</TextLink>
          <span className="meta">{folderCountText(counts)}</span>
          {audience !== null && <Badge tone="line">{audienceText(audience)}</Badge>}
          {hidden && <Badge>Hidden</Badge>}
        </span>
        {description !== '' && <span className="meta">{description}</span>}
      </span>
      {can.edit && <CategoryTools category={category} onEdit={() => onEdit(category)} />}
    </div>
  );
}

function CategoryTools({ category, onEdit }: { readonly category: Category; readonly onEdit: () => void }) {
  const { id, name, hidden } = category;
  const update = useCall(updateCategory, { invalidates: ['library'] });
  const restore = useCall(restoreLibraryItems, {
    invalidates: ['library'],
    onSuccess: () => void showToast(`${name} was restored`),
  });
  const remove = useCall(deleteCategory, {
    invalidates: ['library'],
    onSuccess: () => {
      const onAction = (): void => restore.mutate({ body: { items: [{ kind: 'category', id }] } });
      showToast(`${name} deleted`, { icon: Trash2, action: { label: 'Undo', onAction } });
    },
  });
  return (
    <span className={styles['category-tools']}>
      <span className="hide-small">
        <IconButton icon={Pencil} size="s" aria-label={`Edit ${name}`} onPress={onEdit} />
      </span>
      <MenuTrigger>
        <IconButton icon={Ellipsis} size="s" aria-label={`More actions for ${name}`} tooltip={false} />
        <Menu aria-label={`More actions for ${name}`}>
          <MenuItem icon={Pencil} label="Edit" onAction={onEdit} />
          <MenuItem
            icon={hidden ? Eye : EyeOff}
            label={hidden ? 'Show' : 'Hide'}
            onAction={() => update.mutate({ params: { id }, body: { hidden: !hidden } })}
          />
          <MenuItem icon={Trash2} label="Delete" danger onAction={() => remove.mutate({ params: { id } })} />
        </Menu>
      </MenuTrigger>
    </span>
  );
}
