import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useOnUnmount } from '#web/ui/use-on-unmount.ts';

/** `by` is 'keys' if a key press or a tap lifted the element. */
export interface Lift<Key, Target> {
  readonly key: Key;
  readonly by: 'pointer' | 'keys';
  readonly target: Target | null;
}

export interface DragPoint {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const;
export type Arrow = (typeof arrows)[number];

export interface HandleDragParts<Key, Target> {
  readonly nameOf: (key: Key) => string;
  readonly targetAt: (key: Key, point: DragPoint) => Target | null;
  readonly currentTarget: (key: Key) => Target | null;
  /** Returns the next target and the announcement. Returns null if the list does not use the key. */
  readonly step: (
    key: Key,
    target: Target | null,
    arrow: Arrow,
  ) => { readonly target: Target | null; readonly spoken: string } | null;
  readonly drop: (key: Key, target: Target | null, by: 'pointer' | 'keys') => string;
  readonly putBack: (key: Key, target: Target | null) => string;
  readonly pressLifts?: boolean | undefined;
  readonly remounts?: boolean | undefined;
}

export interface HandleProps {
  readonly ref: RefCallback<HTMLElement>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
}

/** Pixels after which a press becomes a drag. The sideways limit is larger, because fingers are not steady. */
const thresholdY = 4;
const thresholdX = 32;

/** Does not use React Aria's drag and drop, which requires a long press by touch and has fixed announcements. */
export function useHandleDrag<Key, Target>(parts: HandleDragParts<Key, Target>) {
  const [lift, setLift] = useState<Lift<Key, Target> | null>(null);
  const [spoken, setSpoken] = useState('');
  const handles = useRef(new Map<Key, HTMLElement>());
  const toFocus = useRef<{ readonly key: Key; readonly dropped: HTMLElement | undefined } | null>(null);

  // In an effect, because moving a row in the document takes the focus from its handle.
  useLayoutEffect(() => {
    if (lift?.by !== 'keys') return;
    const handle = handles.current.get(lift.key);
    if (!handle?.parentElement?.contains(document.activeElement)) handle?.focus();
  });

  const drop = ({ key, target, by }: Lift<Key, Target>): void => {
    setLift(null);
    if (parts.remounts) toFocus.current = { key, dropped: handles.current.get(key) };
    setSpoken(parts.drop(key, target, by));
  };
  const toggle = (key: Key): void => {
    if (lift?.by === 'keys' && lift.key === key) {
      drop(lift);
      return;
    }
    setLift({ key, by: 'keys', target: parts.currentTarget(key) });
    setSpoken(`${parts.nameOf(key)} picked up. Arrow keys move it, Enter drops it, Escape puts it back.`);
  };
  const stepBy = (arrow: Arrow): boolean => {
    const step = lift?.by === 'keys' ? parts.step(lift.key, lift.target, arrow) : null;
    if (lift === null || step === null) return false;
    setLift({ ...lift, target: step.target });
    setSpoken(step.spoken);
    return true;
  };
  const keyDown = (pressedKey: string, key: Key): boolean => {
    if (pressedKey === 'Enter' || pressedKey === ' ') toggle(key);
    else if (lift?.by !== 'keys' || lift.key !== key) return false;
    else if (pressedKey === 'Escape') {
      setLift(null);
      setSpoken(parts.putBack(key, lift.target));
    } else {
      const arrow = arrows.find((each) => each === pressedKey);
      return arrow !== undefined && stepBy(arrow);
    }
    return true;
  };
  const pointer = usePointerLift({ parts, lift, setLift, drop, toggle });
  const cancel = (key: Key): void => {
    pointer.cancel(key);
    if (toFocus.current?.key === key) toFocus.current = null;
    if (lift?.key === key) setLift(null);
  };
  const register = (key: Key, element: HTMLElement | null): void => {
    if (element === null) {
      handles.current.delete(key);
      return;
    }
    handles.current.set(key, element);
    if (toFocus.current?.key !== key) return;
    if (element === toFocus.current.dropped && document.activeElement !== document.body) return;
    toFocus.current = null;
    element.focus();
  };

  const handleProps = useHandleProps<Key>({ ...pointer, keyDown, cancel, register });
  return { lift, spoken, handleProps, stepBy };
}

interface PointerLiftParts<Key, Target> {
  readonly parts: HandleDragParts<Key, Target>;
  readonly lift: Lift<Key, Target> | null;
  readonly setLift: (lift: Lift<Key, Target> | null) => void;
  readonly drop: (lift: Lift<Key, Target>) => void;
  readonly toggle: (key: Key) => void;
}

function usePointerLift<Key, Target>({ parts, lift, setLift, drop, toggle }: PointerLiftParts<Key, Target>) {
  const pressed = useRef<{ readonly key: Key; readonly x: number; readonly y: number } | null>(null);
  const held = useRef<DragPoint>({ x: 0, y: 0, dx: 0, dy: 0 });
  const liftTo = (): void => {
    if (pressed.current === null) return;
    const { key } = pressed.current;
    setLift({ key, by: 'pointer', target: parts.targetAt(key, held.current) });
  };
  const latest = useRef(liftTo);
  latest.current = liftTo;
  // Computes the target again after scrolling, because another row is then under the pointer.
  const [edges] = useState(() => createEdgeScroll(() => latest.current()));
  useOnUnmount(edges.stop);
  const down = (event: PointerEvent<HTMLElement>, key: Key): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pressed.current = { key, x: event.clientX, y: event.clientY };
  };
  const move = ({ clientX: x, clientY: y }: PointerEvent<HTMLElement>): void => {
    if (pressed.current === null) return;
    const point = { x, y, dx: x - pressed.current.x, dy: y - pressed.current.y };
    const hasMoved = lift?.by === 'pointer' || Math.abs(point.dy) >= thresholdY || Math.abs(point.dx) >= thresholdX;
    if (!hasMoved) return;
    held.current = point;
    edges.at(y);
    liftTo();
  };
  const up = (): void => {
    const press = pressed.current;
    pressed.current = null;
    edges.stop();
    if (press === null) return;
    if (lift?.by === 'pointer') {
      if (lift.target === null) setLift(null);
      else drop(lift);
    } else if (parts.pressLifts) toggle(press.key);
  };
  const cancel = (key: Key): void => {
    if (pressed.current?.key !== key) return;
    pressed.current = null;
    edges.stop();
  };
  return { down, move, up, cancel };
}

interface HandleEvents<Key> extends ReturnType<typeof usePointerLift<Key, unknown>> {
  readonly keyDown: (pressedKey: string, key: Key) => boolean;
  readonly register: (key: Key, element: HTMLElement | null) => void;
}

/** The returned function never changes, so that each row renders only when its own data changes. */
function useHandleProps<Key>(now: HandleEvents<Key>): (key: Key) => HandleProps {
  const latest = useRef(now);
  latest.current = now;
  const handleProps = useRef(
    (key: Key): HandleProps => ({
      ref: (element) => latest.current.register(key, element),
      onKeyDown(event) {
        if (!latest.current.keyDown(event.key, key)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      onPointerDown: (event) => latest.current.down(event, key),
      onPointerMove: (event) => latest.current.move(event),
      onPointerUp: () => latest.current.up(),
      onPointerCancel: () => latest.current.cancel(key),
      onBlur(event) {
        const next = event.relatedTarget;
        if (next && !event.currentTarget.parentElement?.contains(next)) latest.current.cancel(key);
      },
    }),
  );
  return handleProps.current;
}

const edge = 64;
/** Pixels per frame at the very edge. */
const speedMax = 18;

/** Returns pixels per frame for a pointer at height `y`, negative near the top edge. */
export function edgeSpeed(y: number, height: number): number {
  const depth = Math.max(edge - y, y - (height - edge));
  if (depth <= 0) return 0;
  const speed = Math.ceil((Math.min(depth, edge) / edge) * speedMax);
  return y < height / 2 ? -speed : speed;
}

function createEdgeScroll(onScroll: () => void) {
  let frame = 0;
  let speed = 0;
  const step = (): void => {
    frame = 0;
    if (speed === 0) return;
    const before = window.scrollY;
    window.scrollBy(0, speed);
    if (window.scrollY !== before) onScroll();
    frame = requestAnimationFrame(step);
  };
  return {
    at(y: number): void {
      speed = edgeSpeed(y, window.innerHeight);
      if (speed !== 0 && frame === 0) frame = requestAnimationFrame(step);
    },
    stop(): void {
      speed = 0;
      cancelAnimationFrame(frame);
      frame = 0;
    },
  };
}
