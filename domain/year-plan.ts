import { dayAfter } from './days.ts';

export const planRhythms = ['week', 'two-weeks', 'first', 'second', 'third', 'fourth', 'last'] as const;
export type PlanRhythm = (typeof planRhythms)[number];

export const plannedDatesMax = 60;

interface Rule {
  readonly rhythm: PlanRhythm;
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly from: string;
  readonly until: string;
}

const places: readonly PlanRhythm[] = ['first', 'second', 'third', 'fourth'];

/** Returns at most `plannedDatesMax` days. */
export function plannedDays({ rhythm, weekday, from, until }: Rule): readonly string[] {
  const first = dayAfter(from, (weekday - new Date(`${from}T00:00:00Z`).getUTCDay() + 7) % 7);
  const step = rhythm === 'two-weeks' ? 14 : 7;
  const days: string[] = [];
  for (let day = first; day <= until && days.length < plannedDatesMax; day = dayAfter(day, step)) {
    if (isOnPlace(day, rhythm)) days.push(day);
  }
  return days;
}

function isOnPlace(day: string, rhythm: PlanRhythm): boolean {
  if (rhythm === 'week' || rhythm === 'two-weeks') return true;
  if (rhythm === 'last') return dayAfter(day, 7).slice(0, 7) !== day.slice(0, 7);
  return places[Math.ceil(Number(day.slice(8)) / 7) - 1] === rhythm;
}
