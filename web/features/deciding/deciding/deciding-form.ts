import {
  type Deciding,
  type DecidingBody,
  reminderDayMax,
  reminderDaysMax,
  type saveDeciding,
} from '#contract/deciding.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import {
  type BodyQuorum,
  bodyNumberMax,
  type DecidingPreset,
  interestsMonthsMax,
  presetOf,
  type QuorumRule,
  writtenHoursMax,
} from '#domain/deciding.ts';
import { commentDaysMax } from '#domain/meeting-minutes.ts';
import { decidingMessages } from '#domain/messages/deciding.ts';
import { validationMessages } from '#domain/messages/general.ts';
import type { FieldError } from '#domain/validation.ts';
import type { ContractForm } from '#web/api/use-checked-form.ts';

export const nobody = 'nobody';

export interface BodyForm {
  readonly id: string;
  /** Empty if there are as many seats as voting members. */
  readonly seats: string;
  readonly quorum: QuorumRule['kind'];
  readonly numerator: string;
  readonly denominator: string;
  readonly number: string;
  readonly at_least: string;
  readonly chair_id: string;
  readonly secretary_id: string;
  readonly non_voter_ids: readonly string[];
}

const plainSettings = [
  'remote_counts',
  'check_in',
  'recused_counts',
  'majority',
  'majority_of',
  'vote_way',
  'secret_votes',
  'casting_vote',
  'seconder',
  'suggestions',
  'withholding',
  'ballots_shown_to',
  'written_needs',
  'written_objection',
  'written_confirmed',
  'minutes_names',
  'minutes_approval',
  'minutes_signed_by',
  'standing_items',
  'new_members_vote',
] as const;
type PlainSettings = Pick<Deciding, (typeof plainSettings)[number]>;

const numberSettings = ['written_hours', 'comment_days', 'interests_months'] as const;

export interface DecidingForm extends PlainSettings, Readonly<Record<(typeof numberSettings)[number], string>> {
  readonly action_reminder_days: string;
  readonly bodies: readonly BodyForm[];
}

export type SettingsForm = ContractForm<DecidingForm>;

const plainSettingsOf = (deciding: Deciding): PlainSettings =>
  Object.fromEntries(plainSettings.map((name) => [name, deciding[name]])) as PlainSettings;

export const formOf = (deciding: Deciding): DecidingForm => ({
  ...plainSettingsOf(deciding),
  written_hours: String(deciding.written_hours),
  comment_days: String(deciding.comment_days),
  interests_months: String(deciding.interests_months),
  action_reminder_days: deciding.action_reminder_days.join(', '),
  bodies: deciding.bodies.map((body) => ({
    id: body.id,
    ...quorumFields({ rule: body.rule, at_least: body.at_least, seats: body.seats }),
    chair_id: body.chair_id ?? nobody,
    secretary_id: body.secretary_id ?? nobody,
    non_voter_ids: (body.non_voter_ids ?? []).toSorted(),
  })),
});

function quorumFields({ rule, at_least: least, seats }: BodyQuorum) {
  return {
    seats: seats === null ? '' : String(seats),
    quorum: rule.kind,
    numerator: rule.kind === 'fraction' ? String(rule.numerator) : '1',
    denominator: rule.kind === 'fraction' ? String(rule.denominator) : '2',
    number: rule.kind === 'number' ? String(rule.number) : '2',
    at_least: String(least),
  };
}

export function startingFrom(preset: DecidingPreset, form: BodyForm, voters: number) {
  const { settings, body } = presetOf(preset, { seats: numberOf(form.seats), voters });
  return { settings, body: { ...form, ...quorumFields(body) } };
}

function numberOf(text: string): number | null {
  return numberError(text) === null ? Number(text) : null;
}

const numberError = (text: string): FieldError => wholeNumberError(text, { least: 1, most: bodyNumberMax });

function wholeNumberError(
  text: string,
  { least, most }: { readonly least: number; readonly most: number },
): FieldError {
  const typed = text.trim();
  if (typed === '') return validationMessages.required;
  if (!/^\d+$/.test(typed)) return validationMessages.wholeNumber;
  if (Number(typed) < least) return validationMessages.min(least);
  return Number(typed) > most ? validationMessages.max(most) : null;
}

const isSeatless = (seats: string): boolean => seats.trim() === '';

function bodyErrors(form: BodyForm): Readonly<Partial<Record<keyof BodyForm, string>>> {
  const used: readonly Exclude<keyof BodyForm, 'non_voter_ids'>[] = [
    ...(isSeatless(form.seats) ? [] : ['seats' as const]),
    ...(form.quorum === 'fraction' ? (['numerator', 'denominator'] as const) : []),
    ...(form.quorum === 'number' ? ['number' as const] : []),
    ...(form.quorum === 'none' ? [] : ['at_least' as const]),
  ];
  const errors = used.flatMap((name) => {
    const message = numberError(form[name]);
    return message === null ? [] : [[name, message] as const];
  });
  const isMoreThanAll = form.quorum === 'fraction' && Number(form.numerator) > Number(form.denominator);
  if (errors.length === 0 && isMoreThanAll) return { numerator: decidingMessages.moreThanAll };
  return Object.fromEntries(errors);
}

/** Returns null if a field is invalid. */
export function quorumTyped(form: BodyForm): BodyQuorum | null {
  return Object.keys(bodyErrors(form)).length > 0 ? null : quorumOf(form);
}

const quorumOf = (form: BodyForm) => ({
  rule: ruleOf(form),
  at_least: numberOf(form.at_least) ?? 1,
  seats: isSeatless(form.seats) ? null : Number(form.seats),
});

function ruleOf({ quorum, numerator, denominator, number }: BodyForm): QuorumRule {
  if (quorum === 'fraction') {
    return { kind: quorum, numerator: Number(numerator), denominator: Number(denominator) };
  }
  return quorum === 'number' ? { kind: quorum, number: Number(number) } : { kind: quorum };
}

export const textErrors = (typed: DecidingForm) => ({
  action_reminder_days: daysError(typed.action_reminder_days),
  written_hours:
    typed.written_needs === 'off' ? null : wholeNumberError(typed.written_hours, { least: 1, most: writtenHoursMax }),
  comment_days: wholeNumberError(typed.comment_days, { least: 0, most: commentDaysMax }),
  interests_months: wholeNumberError(typed.interests_months, { least: 0, most: interestsMonthsMax }),
});

function daysError(text: string): FieldError {
  const days = daysOf(text);
  if (days.some((day) => !Number.isInteger(day) || day < 0)) return validationMessages.wholeNumber;
  if (days.some((day) => day > reminderDayMax)) return validationMessages.max(reminderDayMax);
  if (new Set(days).size !== days.length) return validationMessages.duplicate;
  return days.length > reminderDaysMax ? validationMessages.maxItems(reminderDaysMax) : null;
}

const daysOf = (text: string): readonly number[] =>
  text
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map(Number);

export const formErrors = ({ bodies }: DecidingForm, now: Deciding) =>
  bodies
    .map((body, at) => ({ at, id: body.id, errors: bodyErrors(body) }))
    .filter(({ id, errors }) => isThere(now, id) && Object.keys(errors).length > 0);

const isThere = (now: Deciding, bodyId: string): boolean => now.bodies.some(({ id }) => id === bodyId);

export function changesOf(
  opened: DecidingForm,
  typed: DecidingForm,
  now: Deciding,
): Omit<BodyInputOf<typeof saveDeciding>, 'revision'> {
  const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
  const isChanged = (name: keyof DecidingForm): boolean => !isSame(opened[name], typed[name]);
  const numbers = numberSettings.filter(
    (name) => isChanged(name) && (name !== 'written_hours' || typed.written_needs !== 'off'),
  );
  const bodies = typed.bodies.filter((body, at) => isThere(now, body.id) && !isSame(body, opened.bodies[at]));
  return {
    ...Object.fromEntries(plainSettings.filter(isChanged).map((name) => [name, typed[name]])),
    ...Object.fromEntries(numbers.map((name) => [name, Number(typed[name])])),
    ...(isChanged('action_reminder_days') ? { action_reminder_days: [...daysOf(typed.action_reminder_days)] } : {}),
    ...(bodies.length === 0
      ? {}
      : { bodies: bodies.map((body) => ({ ...bodyInput(body), ...switchedIn(opened, body, now) })) }),
  };
}

function switchedIn(opened: DecidingForm, { id, non_voter_ids: silent }: BodyForm, now: Deciding) {
  const before = opened.bodies.find((body) => body.id === id)?.non_voter_ids ?? [];
  const members = now.bodies.find((body) => body.id === id)?.member_ids ?? [];
  const switched = members
    .filter((memberId) => silent.includes(memberId) !== before.includes(memberId))
    .map((memberId) => ({ member_id: memberId, votes: !silent.includes(memberId) }));
  return switched.length === 0 ? {} : { switched };
}

export const hasVoterChanges = (opened: DecidingForm, typed: DecidingForm, now: Deciding): boolean =>
  typed.bodies.some((body) => switchedIn(opened, body, now).switched !== undefined);

export function votersTyped(
  { people }: Pick<Deciding, 'people'>,
  body: DecidingBody,
  { non_voter_ids: silent }: BodyForm,
): number {
  if (body.member_ids === null || people === null) return body.voters;
  const pending = people.filter(({ is_pending: isPending }) => isPending).map(({ member_id: id }) => id);
  return body.member_ids.filter((id) => !silent.includes(id) && !pending.includes(id)).length;
}

const bodyInput = (form: BodyForm) => ({
  id: form.id,
  ...quorumOf(form),
  chair_id: form.chair_id === nobody ? null : form.chair_id,
  secretary_id: form.secretary_id === nobody ? null : form.secretary_id,
});

export const bodyName = (body: Pick<DecidingBody, 'group_id' | 'name'>): string =>
  body.group_id === null ? 'Whole board' : body.name;
