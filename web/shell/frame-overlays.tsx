import { loadMenus } from '#web/ui/overlays/menu.tsx';
import { ToastRegion } from '#web/ui/overlays/toast.tsx';
import { ErrorModal } from './error-modal.tsx';

/** What goes on beside the pages, begun once after the first screen. */
export function beginBesidePages(): void {
  cacheOfflinePage();
  followLostFocus();
  setTimeout(() => void loadMenus(), menusAfterMs);
}

/** A menu opens without a connection too, and what the first screen needs comes before it. */
const menusAfterMs = 10_000;

/** What may open over any page, loaded right after the first screen. */
export function FrameOverlays() {
  return (
    <>
      <ErrorModal />
      <ToastRegion />
    </>
  );
}

/** Overlays: the element focused before one opened is where the user was. */
const overlays = '[role$="dialog"], [role="menu"], [role="listbox"], [data-react-aria-top-layer]';
/** Of a page. */
const parts = '#main, nav, aside, header, footer';
const reachable = 'button:not([disabled]), a[href], [tabindex="0"]';

/** Milliseconds in which closed dialogs return the focus, and new fields take it. */
const settlesAfter = 100;

/** The position of a removed element. */
interface Position {
  readonly parent: Element;
  /** Of the same list: the next ones, and the ones before. */
  readonly beside: readonly Element[];
  /** Which of the buttons and links of its row had the focus. */
  readonly nth: number;
}

/**
 * The focused element may be removed: a deleted row, a button that its own press replaces. Browsers then focus the page
 * itself, and keyboard users begin again at the top. Here the focus goes to the same button of the next row, else to the
 * first one of the list, else to the main part. Dialogs, and pages that know better, come first.
 */
function followLostFocus(): void {
  /** The last focused element outside of overlays. */
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
    // Under a dialog that has no focus of its own nothing can be reached.
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

/** Null where the change has not removed the element. */
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
  // When a page replaces another, nothing is near.
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

/**
 * Lets the browser cache the built files and the offline page, and no content (web/public/service-worker.js). Browsers offer
 * it on https and on this machine alone.
 */
function cacheOfflinePage(): void {
  navigator.serviceWorker
    ?.register('/service-worker.js')
    .catch((error: unknown) => console.warn('The offline page is not kept', error));
}
