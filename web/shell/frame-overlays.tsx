import { ToastRegion } from '#web/ui/overlays/toast.tsx';
import { ErrorModal } from './error-modal.tsx';

export function beginBesidePages(): void {
  cacheOfflinePage();
  followLostFocus();
}

export function FrameOverlays() {
  return (
    <>
      <ErrorModal />
      <ToastRegion />
    </>
  );
}

const overlays = '[role$="dialog"], [role="menu"], [role="listbox"], [data-react-aria-top-layer]';
const parts = '#main, nav, aside, header, footer';
const reachable = 'button:not([disabled]), a[href], [tabindex="0"]';

/** Milliseconds to wait for a closed dialog to return the focus or for a new field to take it. */
const settlesAfter = 100;

interface Position {
  readonly parent: Element;
  readonly beside: readonly Element[];
  readonly nth: number;
}

/** Moves the focus to the next row if the focused element disappears. Browsers would otherwise focus the page. */
function followLostFocus(): void {
  let last: Element | null = null;
  let position: Position | null = null;
  let isAsked = false;
  const remember = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element) || target.closest(overlays) !== null) return;
    last = target;
    position = null;
  };
  const settle = (): void => {
    isAsked = false;
    if (last === null || (document.activeElement !== null && document.activeElement !== document.body)) return;
    // Nothing below a modal dialog can be focused.
    if (document.querySelector('[aria-modal="true"]') !== null) return;
    focusOn(last.isConnected ? last : nearest(position));
  };
  const removed = new MutationObserver((changes) => {
    for (const change of changes) if (last !== null) position = positionOf(last, change) ?? position;
    if (isAsked || document.activeElement !== document.body || last === null) return;
    isAsked = true;
    setTimeout(settle, settlesAfter);
  });
  document.addEventListener('focusin', remember);
  removed.observe(document.body, { childList: true, subtree: true });
}

function positionOf(
  element: Element,
  { target, removedNodes, nextSibling, previousSibling }: MutationRecord,
): Position | null {
  const row = [...removedNodes].find((node) => node.contains(element));
  if (!(row instanceof Element) || !(target instanceof Element)) return null;
  const isRow = (node: Node | null): node is Element => node instanceof Element && node.tagName === row.tagName;
  return {
    parent: target,
    beside: [nextSibling, previousSibling].filter(isRow),
    nth: [...row.querySelectorAll(reachable)].indexOf(element),
  };
}

function nearest(position: Position | null): Element | null {
  for (const row of position?.beside ?? []) {
    const there = row.isConnected ? reachableIn(row) : [];
    const same = there[position?.nth ?? 0] ?? there[0];
    if (same !== undefined) return same;
  }
  const part = position?.parent.closest(parts) ?? null;
  for (
    let at = part === null ? null : (position?.parent ?? null);
    at !== null && at.id !== 'main';
    at = at.parentElement
  ) {
    const [first] = at.isConnected ? reachableIn(at) : [];
    if (first !== undefined) return first;
    if (at === part) break;
  }
  return document.getElementById('main');
}

const reachableIn = (row: Element): readonly Element[] =>
  [...row.querySelectorAll(reachable)].filter(
    (each) => each.getClientRects().length > 0 && each.closest('[inert], [aria-hidden="true"]') === null,
  );

function focusOn(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

/** Service workers need https or localhost. */
function cacheOfflinePage(): void {
  navigator.serviceWorker
    ?.register('/service-worker.js')
    .catch((error: unknown) => console.warn('The offline page could not be stored', error));
}
