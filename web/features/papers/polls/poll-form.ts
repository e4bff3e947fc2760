import type { ResolverResult } from 'react-hook-form';
import { type Poll, type PollInput, pollInput } from '#contract/polls.ts';
import { isLocalDate } from '#domain/days.ts';
import { instantToLocal, isLocalTime, zonedText } from '#domain/local-time.ts';
import { validationMessages } from '#domain/messages/general.ts';
import type { PollChoice, PollResults } from '#domain/polls.ts';
import { resolved } from '#web/api/rule-errors.ts';

export interface OfferedClosing {
  readonly label: string;
  readonly at: string;
}

export const usualAnswers = ['Yes', 'No', 'Abstain'] as const;

/** The closing time is in the board's time zone, as 'yyyy-MM-dd' and 'HH:mm', or ''. */
export interface PollForm {
  readonly question: string;
  readonly choice: PollChoice;
  readonly is_anonymous: boolean;
  readonly results: PollResults;
  readonly closes_date: string;
  readonly closes_time: string;
  readonly options: readonly { readonly text: string }[];
}

export const emptyPoll: PollForm = {
  question: '',
  choice: 'single',
  is_anonymous: false,
  results: 'after-answering',
  closes_date: '',
  closes_time: '',
  options: [{ text: '' }, { text: '' }],
};

export function formOfPoll(poll: Poll, timeZone: string): PollForm {
  const closes = poll.closes_at === null ? { date: '', time: '' } : instantToLocal(poll.closes_at, timeZone);
  const { question, choice, is_anonymous, results } = poll;
  return {
    question,
    choice,
    is_anonymous,
    results,
    closes_date: closes.date,
    closes_time: closes.time,
    options: poll.options.map(({ text }) => ({ text })),
  };
}

/** Returns null without a date. Without a time, the poll closes at the end of the day. */
export function closingOf(form: Pick<PollForm, 'closes_date' | 'closes_time'>, timeZone: string): string | null {
  if (!isLocalDate(form.closes_date)) return null;
  const time = isLocalTime(form.closes_time) ? form.closes_time : '23:59';
  return zonedText({ date: form.closes_date, time }, timeZone);
}

export function bodyOfPoll(form: PollForm, timeZone: string): PollInput {
  const texts = form.options.map(({ text }) => text.trim());
  const last = texts.findLastIndex((text) => text !== '');
  return {
    question: form.question,
    choice: form.choice,
    is_anonymous: form.is_anonymous,
    results: form.is_anonymous ? 'after-closing' : form.results,
    closes_at: closingOf(form, timeZone),
    options: texts.slice(0, Math.max(last + 1, 2)),
  };
}

/** Returns one message for each invalid field, keyed by field name, such as 'question' or 'options.1.text'. */
export function pollFormErrors(form: PollForm, timeZone: string): ReadonlyMap<string, string> {
  const issues = pollInput.safeParse(bodyOfPoll(form, timeZone)).error?.issues ?? [];
  const errors = new Map<string, string>();
  for (const { path, message } of issues) {
    if (!errors.has(fieldOf(path))) errors.set(fieldOf(path), message);
  }
  if (form.closes_date === '' && form.closes_time !== '')
    errors.set('closes_date', validationMessages.meetingDateMissing);
  return errors;
}

export function checkPollForm(form: PollForm, timeZone: string): ResolverResult<PollForm> {
  return resolved(form, Object.fromEntries(pollFormErrors(form, timeZone)));
}

export function fieldOf(path: readonly PropertyKey[]): string {
  const [field, nth] = path;
  if (field === 'closes_at') return 'closes_date';
  if (field === 'options' && nth !== undefined) return `options.${String(nth)}.text`;
  return String(field);
}
