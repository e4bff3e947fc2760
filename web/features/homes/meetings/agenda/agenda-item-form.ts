import { z } from 'zod';
import type { AgendaField } from '#contract/agenda.ts';
import { limits, optionalLines, optionalText, requiredText } from '#contract/fields.ts';
import type { AgendaItem, AgendaItemInput } from '#contract/meetings.ts';
import type { AgendaPurpose } from '#domain/agenda.ts';
import { agendaTitleCharactersMax } from '#domain/agenda-order.ts';
import type { StandingKind } from '#domain/deciding.ts';

/** An item as it is being written. `key` stays the same for as long as the item is on the screen. */
export interface AgendaItemForm {
  readonly key: string;
  /** Null until it is saved. */
  readonly id: string | null;
  readonly depth: number;
  readonly title: string;
  readonly presenter: string;
  /** The member named in `presenter`; null: free text. */
  readonly presenterId: string | null;
  readonly purpose: AgendaPurpose | null;
  readonly description: string;
  /** Null: no time set aside. */
  readonly minutes: number | null;
  /** A standing item lists by itself what is open. */
  readonly kind: StandingKind | null;
  /** From the editor: nothing of it is theirs to change. */
  readonly isWithheld?: boolean | undefined;
}

/** An item as the server has it, as far as this page knows; with the revision that each field was read at. */
export interface SavedAgendaItem extends AgendaItemForm {
  readonly id: string;
  readonly revisions: Readonly<Record<AgendaField, number>>;
  /** What stood on it. */
  readonly documentIds: readonly string[];
}

export const agendaFields: readonly AgendaField[] = ['title', 'presenter', 'purpose', 'minutes', 'description'];

let itemsMade = 0;

export function newAgendaItem(given: Partial<AgendaItemForm> = {}): AgendaItemForm {
  itemsMade += 1;
  return {
    // Another one on each page: items may come back from before a sign-in.
    key: `new-${Math.round(performance.timeOrigin)}-${itemsMade}`,
    id: null,
    depth: 0,
    title: '',
    presenter: '',
    presenterId: null,
    purpose: null,
    description: '',
    minutes: null,
    kind: null,
    ...given,
  };
}

export function savedItem(item: AgendaItem, key: string = item.id): SavedAgendaItem {
  const { id, depth, title, presenter, presenter_id: presenterId, purpose, description, minutes, revision } = item;
  // An item about minutes is never added again by itself.
  const kind = item.kind === 'minutes' ? null : item.kind;
  const revisions = {
    title: revision,
    presenter: revision,
    purpose: revision,
    minutes: revision,
    description: revision,
  };
  const documentIds = item.documents.map((document) => document.id);
  const isWithheld = item.withheld === null ? {} : { isWithheld: true };
  return {
    ...{ key, id, depth, title, presenter, presenterId, purpose, description, minutes, kind, revisions, documentIds },
    ...isWithheld,
  };
}

/** The newest revision of the item that this page knows. */
export function newestRevision({ revisions }: SavedAgendaItem): number {
  return Math.max(...Object.values(revisions));
}

export function formOfSaved(saved: SavedAgendaItem): AgendaItemForm {
  const { revisions: _, documentIds: __, ...form } = saved;
  return form;
}

/** The request's item, with its texts trimmed. */
export function bodyOfItem(item: AgendaItemForm): AgendaItemInput {
  return {
    depth: item.depth,
    title: item.title.trim(),
    presenter: item.presenter.trim(),
    presenter_id: item.presenterId,
    purpose: item.purpose,
    description: item.description.trim(),
    minutes: item.minutes,
    kind: item.kind,
  };
}

/** A field's value for comparison. */
export function fieldValue(item: AgendaItemForm, field: AgendaField): string {
  if (field === 'presenter') return item.presenterId ?? item.presenter.trim();
  return String(item[field] ?? '').trim();
}

/** The item with a field as it is in another. */
export function withFieldOf<T extends AgendaItemForm>(item: T, field: AgendaField, other: AgendaItemForm): T {
  if (field === 'presenter') return { ...item, presenter: other.presenter, presenterId: other.presenterId };
  return { ...item, [field]: other[field] };
}

/** The request's part for a field. */
export function bodyOfField(item: AgendaItemForm, field: AgendaField): Partial<AgendaItemInput> {
  const body = bodyOfItem(item);
  if (field === 'presenter') return { presenter: body.presenter, presenter_id: body.presenter_id };
  return { [field]: body[field] };
}

const texts = z.object({
  title: requiredText(agendaTitleCharactersMax),
  presenter: optionalText(limits.presenterCharactersMax),
  description: optionalLines(limits.descriptionCharactersMax),
});
export type AgendaItemErrors = Readonly<Partial<Record<'title' | 'presenter' | 'description', string>>>;

/** Specification 5, under the fields; null when nothing is wrong. */
export function agendaItemErrors(item: AgendaItemForm): AgendaItemErrors | null {
  const { error } = texts.safeParse(item);
  if (error === undefined) return null;
  return Object.fromEntries(error.issues.map((issue) => [issue.path.join('.'), issue.message]));
}

/** Digits of what was typed, as minutes; null for none, and never more than a day. */
export function minutesFromText(text: string): number | null {
  const digits = text.replace(/\D/g, '');
  return digits === '' ? null : Math.min(Number(digits), limits.itemMinutesMax);
}
