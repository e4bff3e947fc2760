import type { Room } from '#contract/room.ts';

export type QuorumChange = NonNullable<Room['quorum_changes']>[number];

export interface QuorumCurve {
  readonly line: string;
  readonly area: string;
  readonly needed: string;
  readonly end: { readonly x: number; readonly y: number };
  readonly neededY: number;
}

interface Box {
  readonly width: number;
  readonly height: number;
}

/** `changes` are newest first, and the newest one lasts until `until`. */
export function quorumCurve(changes: readonly QuorumChange[], until: Date, { width, height }: Box): QuorumCurve | null {
  const steps = changes.toReversed().map((change) => ({ ...change, time: +new Date(change.at) }));
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return null;
  const span = Math.max(+until - first.time, 1);
  const most = Math.max(1, ...steps.flatMap(({ present, needed, in_office: all }) => [present, needed, all]));
  const x = (time: number): number => rounded(((time - first.time) / span) * width);
  const y = (count: number): number => rounded(height - (count / most) * height);
  const stepsOf = (count: 'present' | 'needed'): string =>
    steps
      .map((step, nth) => (nth === 0 ? `M0 ${y(step[count])}` : `H${x(step.time)}V${y(step[count])}`))
      .concat(`H${width}`)
      .join('');
  const line = stepsOf('present');
  return {
    line,
    area: `${line}V${height}H0Z`,
    needed: stepsOf('needed'),
    end: { x: width, y: y(last.present) },
    neededY: y(last.needed),
  };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
