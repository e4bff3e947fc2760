import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { type Document, type MeetingHomeInput, moveDocument } from '#contract/documents.ts';
import { useCall } from '#web/api/mutations.ts';
import { showToast } from '#web/ui/overlays/toast.tsx';

/** Somewhere documents can stand, with those that do. */
export interface DocumentGroup {
  readonly place: MeetingHomeInput;
  /** '2 Finance', 'the meeting documents' */
  readonly name: string;
  readonly documents: readonly Document[];
}

export interface DropTarget {
  readonly placeId: string;
  readonly index: number;
}

interface Lifted {
  readonly document: Document;
  readonly by: 'pointer' | 'keys';
  readonly target: DropTarget | null;
}

/** What the handles of documents call; it stays the same object. */
export interface DocumentMoves {
  readonly keyDown: (event: KeyboardEvent, document: Document) => void;
  readonly pointerDown: (event: PointerEvent<HTMLElement>, document: Document) => void;
  readonly pointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly pointerUp: () => void;
  /** Puts back what its handle has lifted, and nothing else. */
  readonly cancel: (document: Document) => void;
  /** A handle that was just drawn takes the focus if its document was the one that moved. */
  readonly handleRef: (document: Document, element: HTMLElement | null) => void;
}

const edge = 48;

/**
 * Documents change places within an agenda: by dragging their handle, or by pressing it and the arrow keys through all
 * places of the meeting. A move is saved when it is made.
 */
export function useDocumentMoves(spots: readonly DocumentGroup[]) {
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const [spoken, setSpoken] = useState('');
  const toFocus = useRef<string | null>(null);
  const move = useCall(moveDocument, { invalidates: ['meetings'] });

  const others = (spot: DocumentGroup, document: Document): readonly Document[] =>
    spot.documents.filter(({ id }) => id !== document.id);
  /** Every place of every spot, in reading order. */
  const slots = (document: Document): readonly DropTarget[] =>
    spots.flatMap((spot) =>
      Array.from({ length: others(spot, document).length + 1 }, (_, index) => ({ placeId: spot.place.id, index })),
    );
  const placeOf = (document: Document): DropTarget | null => {
    const spot = spots.find(({ documents }) => documents.some(({ id }) => id === document.id));
    if (spot === undefined) return null;
    return { placeId: spot.place.id, index: spot.documents.findIndex(({ id }) => id === document.id) };
  };
  const isSame = (one: DropTarget | null, other: DropTarget | null): boolean =>
    one?.placeId === other?.placeId && one?.index === other?.index;
  const nameOf = (target: DropTarget | null): string => {
    const spot = spots.find(({ place }) => place.id === target?.placeId);
    return spot === undefined || target === null ? '' : `${spot.name}, place ${target.index + 1}`;
  };

  /** The call that puts the document there. */
  const bodyOf = (document: Document, target: DropTarget | null) => {
    const spot = spots.find(({ place }) => place.id === target?.placeId);
    if (spot === undefined || target === null) return null;
    return { home: spot.place, before_id: others(spot, document)[target.index]?.id ?? null };
  };

  const put = (document: Document, target: DropTarget | null): void => {
    setLifted(null);
    const body = bodyOf(document, target);
    const back = bodyOf(document, placeOf(document));
    if (body === null || isSame(target, placeOf(document))) {
      setSpoken(`${document.title} stays`);
      return;
    }
    toFocus.current = document.id;
    const words = `${document.title} moved to ${nameOf(target)}`;
    setSpoken(words);
    const params = { id: document.id };
    const undo = { label: 'Undo', onAction: () => back !== null && move.mutate({ params, body: back }) };
    move.mutate({ params, body }, { onSuccess: () => void showToast(words, { action: undo }) });
  };
  const acts: Omit<DocumentMoves, 'handleRef'> = {
    cancel(document) {
      if (lifted?.document.id === document.id) setLifted(null);
    },
    keyDown(event, document) {
      const isLifted = lifted?.by === 'keys' && lifted.document.id === document.id;
      if (event.key === 'Enter' || event.key === ' ') {
        if (isLifted) put(document, lifted.target);
        else {
          setLifted({ document, by: 'keys', target: placeOf(document) });
          setSpoken(`${document.title} lifted. Arrow keys move it, Enter drops it, Escape puts it back.`);
        }
      } else if (!isLifted) return;
      else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
        const all = slots(document);
        const at = all.findIndex((slot) => isSame(slot, lifted.target));
        const target = all[at + (event.key === 'ArrowDown' ? 1 : -1)] ?? lifted.target;
        setLifted({ ...lifted, target });
        setSpoken(nameOf(target));
      } else if (event.key === 'Escape') put(document, placeOf(document));
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    pointerDown(event, document) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setLifted({ document, by: 'pointer', target: null });
    },
    pointerMove(event) {
      if (lifted?.by !== 'pointer') return;
      if (event.clientY < edge) window.scrollBy(0, -8);
      if (event.clientY > window.innerHeight - edge) window.scrollBy(0, 8);
      setLifted({ ...lifted, target: targetAt(event, lifted.document) });
    },
    pointerUp() {
      if (lifted?.by !== 'pointer') return;
      if (lifted.target === null) {
        setLifted({ ...lifted, by: 'keys', target: placeOf(lifted.document) });
        return;
      }
      put(lifted.document, lifted.target);
    },
  };
  const latest = useRef(acts);
  latest.current = acts;
  const moves = useRef<DocumentMoves>({
    keyDown: (event, document) => latest.current.keyDown(event, document),
    pointerDown: (event, document) => latest.current.pointerDown(event, document),
    pointerMove: (event) => latest.current.pointerMove(event),
    pointerUp: () => latest.current.pointerUp(),
    cancel: (document) => latest.current.cancel(document),
    handleRef(document, element) {
      if (element === null || toFocus.current !== document.id) return;
      toFocus.current = null;
      element.focus();
    },
  });
  const drop = lifted === null ? null : shownDrop(lifted, spots);
  return { moves: moves.current, drop, spoken };
}

/** The index among all documents that are drawn there; none where it would stay. */
function shownDrop({ document, target }: Lifted, spots: readonly DocumentGroup[]): DropTarget | null {
  const spot = spots.find(({ place }) => place.id === target?.placeId);
  if (target === null || spot === undefined) return null;
  const own = spot.documents.findIndex(({ id }) => id === document.id);
  return { ...target, index: own !== -1 && target.index >= own ? target.index + 1 : target.index };
}

/** Where the pointer is, among the documents of the item under it. */
function targetAt(event: PointerEvent, document: Document): DropTarget | null {
  const under = window.document.elementsFromPoint(event.clientX, event.clientY);
  const spot = under.map((element) => element.closest('[data-document-spot]')).find((element) => element !== null);
  const placeId = spot?.getAttribute('data-document-spot');
  if (spot === undefined || spot === null || placeId === null || placeId === undefined || placeId === '') return null;
  const rows = [...spot.querySelectorAll('[data-document-row]')].filter(
    (row) => row.getAttribute('data-document-row') !== document.id,
  );
  const index = rows.filter((row) => {
    const box = row.getBoundingClientRect();
    return box.top + box.height / 2 < event.clientY;
  }).length;
  return { placeId, index };
}
