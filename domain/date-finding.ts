import { type FieldError, repetitionErrors } from './validation.ts';

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

export const sameTimeErrors = (options: readonly (OfferedTime | null)[]): readonly FieldError[] =>
  repetitionErrors(options.map((option) => (option === null ? '' : `${+option.start} ${+option.end}`)));

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
  const reachOf = (option: DateTotals): number => option.yes + option.if_need_be;
  const reach = Math.max(1, ...options.map(reachOf));
  const widest = options.filter((option) => reachOf(option) === reach);
  const glad = Math.max(...widest.map(({ yes }) => yes));
  return new Set(widest.filter(({ yes }) => yes === glad));
}
