/** Milliseconds after the pen lifts in which a hand still lies on the glass. */
export const palmPause = 500;

export type PointerUse = 'draw' | 'scroll' | 'ignore';

export interface PalmGuard {
  /** What a pointer that comes down may do. */
  readonly use: (pointer: { readonly type: string; readonly isPrimary: boolean }, now: number) => PointerUse;
  /** A pen is near or on the glass. */
  readonly penSeen: (now: number) => void;
}

/** Until a pen is seen fingers draw; from then on only the pen draws, fingers scroll, and a resting hand does nothing. */
export function createPalmGuard(): PalmGuard {
  let lastPen: number | undefined;
  return {
    use({ type, isPrimary }, now) {
      if (type === 'pen') lastPen = now;
      if (type !== 'touch') return 'draw';
      if (lastPen === undefined) return isPrimary ? 'draw' : 'scroll';
      return now - lastPen < palmPause ? 'ignore' : 'scroll';
    },
    penSeen(now) {
      lastPen = now;
    },
  };
}
