import { validationMessages } from './messages/general.ts';
import type { FieldError } from './validation.ts';

export const dateAnswers = ['yes', 'if-need-be', 'no'] as const;
export type DateAnswer = (typeof dateAnswers)[number];

export const dateAnswerLabels: Readonly<Record<DateAnswer, string>> = {
  yes: 'Yes',
  'if-need-be': 'If need be',
  no: 'No',
};

export const dateOptionsMax = 20;

export interface OfferedTime {
  readonly start: Date;
  readonly end: Date;
}

export function sameTimeErrors(options: readonly (OfferedTime | null)[]): readonly FieldError[] {
  const seen = new Set<string>();
  return options.map((option) => {
    if (option === null) return null;
    const key = `${option.start.getTime()} ${option.end.getTime()}`;
    if (seen.has(key)) return validationMessages.duplicate;
    seen.add(key);
    return null;
  });
}

export function spanOf(options: readonly OfferedTime[]): OfferedTime {
  const starts = options.map(({ start }) => start.getTime());
  const ends = options.map(({ end }) => end.getTime());
  if (starts.length === 0) throw new RangeError('no proposed dates');
  return { start: new Date(Math.min(...starts)), end: new Date(Math.max(...ends)) };
}

export interface DateTotals {
  readonly yes: number;
  readonly if_need_be: number;
  readonly no: number;
}

export function bestOptions<T extends DateTotals>(options: readonly T[]): ReadonlySet<T> {
  const rank = ({ yes, if_need_be: ifNeedBe }: DateTotals): readonly [number, number] => [yes + ifNeedBe, yes];
  const better = (one: DateTotals, other: DateTotals): number => {
    const [reach, glad] = rank(one);
    const [otherReach, otherGlad] = rank(other);
    return reach - otherReach || glad - otherGlad;
  };
  const possible = options.filter((option) => option.yes + option.if_need_be > 0);
  return new Set(possible.filter((option) => possible.every((other) => better(option, other) >= 0)));
}
