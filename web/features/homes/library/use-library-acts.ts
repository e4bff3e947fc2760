import { Trash2 } from 'lucide-react';
import type { LibraryHomeInput } from '#contract/documents.ts';
import {
  deleteLibraryItems,
  type Folder,
  hideLibraryItems,
  type LibraryDocument,
  type LibraryItem,
  moveLibraryItems,
  restoreLibraryItems,
} from '#contract/library.ts';
import { counted } from '#domain/text.ts';
import { call } from '#web/api/call.ts';
import { reportFailure } from '#web/api/general-error.ts';
import { useCall } from '#web/api/mutations.ts';
import { invalidateNouns } from '#web/api/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { showToast } from '#web/ui/overlays/toast.tsx';

export interface NamedItem extends LibraryItem {
  readonly name: string;
  readonly hidden: boolean;
}

export type EditedItem =
  | (NamedItem & { readonly kind: 'folder'; readonly folder: Folder })
  | (NamedItem & { readonly kind: 'document'; readonly document: LibraryDocument });

export function itemsName(items: readonly Pick<NamedItem, 'name'>[]): string {
  const [only, ...others] = items;
  return only !== undefined && others.length === 0 ? only.name : counted(items.length, 'item');
}

const bare = (items: readonly LibraryItem[]): LibraryItem[] => items.map(({ kind, id }) => ({ kind, id }));

/** Sends the moves in order, because each may depend on an earlier one. */
async function moveBack(
  items: readonly NamedItem[],
  { place, order }: { readonly place: LibraryHomeInput; readonly order: readonly LibraryItem[] },
): Promise<void> {
  try {
    for (const back of undoMoves(items, order)) await call(moveLibraryItems, { body: { ...back, home: place } });
    showToast(`${itemsName(items)} moved back`);
  } catch (error) {
    reportFailure(error, 'action');
  }
  await invalidateNouns(queryClient, ['library']);
}

export function useLibraryActs() {
  const invalidates = ['library'] as const;
  const moving = useCall(moveLibraryItems, { invalidates });
  const hiding = useCall(hideLibraryItems, { invalidates });
  const deleting = useCall(deleteLibraryItems, { invalidates });
  const restoring = useCall(restoreLibraryItems, { invalidates });
  return {
    move(
      items: readonly NamedItem[],
      to: {
        readonly place: LibraryHomeInput;
        readonly placeName: string;
        readonly from: { readonly place: LibraryHomeInput; readonly order: readonly LibraryItem[] };
      },
      onDone?: () => void,
    ): void {
      const onSuccess = (): void => {
        const onAction = (): void => void moveBack(items, to.from);
        showToast(`${itemsName(items)} moved to ${to.placeName}`, { action: { label: 'Undo', onAction } });
        onDone?.();
      };
      moving.mutate({ body: { items: bare(items), home: to.place, before: null } }, { onSuccess });
    },
    reorder(
      items: readonly LibraryItem[],
      to: { readonly place: LibraryHomeInput; readonly before: LibraryItem | null },
    ): void {
      moving.mutate({ body: { items: bare(items), home: to.place, before: to.before } });
    },
    hide(items: readonly NamedItem[], hidden: boolean): void {
      const onSuccess = (): void =>
        void showToast(
          hidden ? `${itemsName(items)} hidden from everybody except editors` : `${itemsName(items)} shown again`,
        );
      hiding.mutate({ body: { items: bare(items), hidden } }, { onSuccess });
    },
    remove(items: readonly NamedItem[], onDone?: () => void): void {
      const onAction = (): void => {
        const onSuccess = (): void => void showToast(`${itemsName(items)} restored`);
        restoring.mutate({ body: { items: bare(items) } }, { onSuccess });
      };
      const onSuccess = (): void => {
        showToast(`${itemsName(items)} deleted`, { icon: Trash2, action: { label: 'Undo', onAction } });
        onDone?.();
      };
      deleting.mutate({ body: { items: bare(items) } }, { onSuccess });
    },
    isMoving: moving.isPending,
  };
}

export type LibraryActs = ReturnType<typeof useLibraryActs>;

export interface UndoMove {
  readonly items: LibraryItem[];
  readonly before: LibraryItem | null;
}

export function undoMoves(items: readonly LibraryItem[], order: readonly LibraryItem[]): readonly UndoMove[] {
  const isMoved = (item: LibraryItem): boolean => items.some(({ kind, id }) => kind === item.kind && id === item.id);
  return (['folder', 'document'] as const).flatMap((kind) => {
    const ways: UndoMove[] = [];
    let after: LibraryItem | null = null;
    for (const item of order.filter((each) => each.kind === kind).toReversed()) {
      const bare = { kind, id: item.id };
      const run = ways.at(-1);
      if (isMoved(item)) {
        if (run !== undefined && run.items[0] === after) run.items.unshift(bare);
        else ways.push({ items: [bare], before: after });
      }
      after = bare;
    }
    return ways;
  });
}
