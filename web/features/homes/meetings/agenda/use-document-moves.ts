import { type Document, type MeetingHomeInput, moveDocument } from '#contract/documents.ts';
import { useCall } from '#web/api/mutations.ts';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { type DragPoint, type HandleProps, useHandleDrag } from '#web/ui/rows/use-handle-drag.ts';

export interface DocumentGroup {
  readonly home: MeetingHomeInput;
  readonly name: string;
  readonly documents: readonly Document[];
}

export interface DropTarget {
  readonly homeId: string;
  readonly index: number;
}

export type DocumentMoves = (documentId: string) => HandleProps;

export function useDocumentMoves(groups: readonly DocumentGroup[]) {
  const move = useCall(moveDocument, { invalidates: ['meetings'], inOrder: moveDocument.name });
  const targets = targetsIn(groups);

  const put = (id: string, target: DropTarget | null): string => {
    const title = titleOf(groups, id);
    const from = targets.current(id);
    const body = targets.bodyOf(id, target);
    const back = targets.bodyOf(id, from);
    if (body === null || isSame(target, from)) return `${title} stays`;
    const text = `${title} moved to ${targets.nameOf(target)}`;
    const undo = { label: 'Undo', onAction: () => back !== null && move.mutate({ params: { id }, body: back }) };
    move.mutate({ params: { id }, body }, { onSuccess: () => showToast(text, { action: undo }) });
    return text;
  };
  const { lift, spoken, handleProps } = useHandleDrag<string, DropTarget>({
    nameOf: (id) => titleOf(groups, id),
    pressLifts: true,
    remounts: true,
    targetAt: targetAtPoint,
    currentTarget: targets.current,
    step(id, target, arrow) {
      if (arrow === 'ArrowLeft' || arrow === 'ArrowRight') return null;
      const all = targets.all(id);
      const at = all.findIndex((each) => isSame(each, target));
      const next = all[at + (arrow === 'ArrowDown' ? 1 : -1)] ?? target;
      return { target: next, spoken: targets.nameOf(next) };
    },
    drop: put,
    putBack: (id) => `${titleOf(groups, id)} stays`,
  });
  const drop = lift === null ? null : shownDrop(lift.key, lift.target, groups);
  return {
    moves: handleProps satisfies DocumentMoves,
    moveTo(id: string, homeId: string): void {
      const last = targets.all(id).findLast((target) => target.homeId === homeId);
      if (last !== undefined) put(id, last);
    },
    drop,
    spoken,
  };
}

const titleOf = (groups: readonly DocumentGroup[], id: string): string =>
  groups.flatMap(({ documents }) => documents).find((document) => document.id === id)?.title ?? '';

const isSame = (one: DropTarget | null, other: DropTarget | null): boolean =>
  one?.homeId === other?.homeId && one?.index === other?.index;

function targetsIn(groups: readonly DocumentGroup[]) {
  const groupOf = (target: DropTarget | null) => groups.find(({ home }) => home.id === target?.homeId);
  const others = (group: DocumentGroup, id: string) => group.documents.filter((document) => document.id !== id);
  return {
    all: (id: string): readonly DropTarget[] =>
      groups.flatMap((group) =>
        Array.from({ length: others(group, id).length + 1 }, (_, index) => ({ homeId: group.home.id, index })),
      ),
    current(id: string): DropTarget | null {
      const group = groups.find(({ documents }) => documents.some((document) => document.id === id));
      if (group === undefined) return null;
      return { homeId: group.home.id, index: group.documents.findIndex((document) => document.id === id) };
    },
    nameOf(target: DropTarget | null): string {
      const group = groupOf(target);
      return group === undefined || target === null ? '' : `${group.name}, position ${target.index + 1}`;
    },
    bodyOf(id: string, target: DropTarget | null) {
      const group = groupOf(target);
      if (group === undefined || target === null) return null;
      return { home: group.home, before_id: others(group, id)[target.index]?.id ?? null };
    },
  };
}

function shownDrop(id: string, target: DropTarget | null, groups: readonly DocumentGroup[]): DropTarget | null {
  const group = groups.find(({ home }) => home.id === target?.homeId);
  if (target === null || group === undefined) return null;
  const own = group.documents.findIndex((document) => document.id === id);
  return { ...target, index: own !== -1 && target.index >= own ? target.index + 1 : target.index };
}

function targetAtPoint(id: string, { x, y }: DragPoint): DropTarget | null {
  const under = window.document.elementsFromPoint(x, y);
  const group = under.map((element) => element.closest('[data-document-home]')).find((element) => element !== null);
  const homeId = group?.getAttribute('data-document-home');
  if (!group || !homeId) return null;
  const rows = [...group.querySelectorAll('[data-document-row]')].filter(
    (row) => row.getAttribute('data-document-row') !== id,
  );
  const index = rows.filter((row) => {
    const box = row.getBoundingClientRect();
    return box.top + box.height / 2 < y;
  }).length;
  return { homeId: homeId, index };
}
