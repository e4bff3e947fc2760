import { z } from 'zod';
import type { AgendaField } from '#contract/agenda.ts';
import { limits, optionalLines, optionalText, requiredText } from '#contract/fields.ts';
import type { AgendaItem, AgendaItemInput } from '#contract/meetings.ts';
import type { AgendaPurpose } from '#domain/agenda.ts';
import { agendaTitleCharactersMax, settleDepths } from '#domain/agenda-order.ts';
import type { StandingKind } from '#domain/deciding.ts';

export interface AgendaItemForm {
  readonly key: string;
  readonly id: string | null;
  readonly depth: number;
  readonly title: string;
  readonly presenter: string;
  /** The member who presents. Null if `presenter` is free text. */
  readonly presenterId: string | null;
  readonly purpose: AgendaPurpose | null;
  readonly description: string;
  readonly minutes: number | null;
  readonly kind: StandingKind | null;
  readonly copiedFrom?: string | undefined;
  /** An item withheld from the current user is read-only. */
  readonly isWithheld?: boolean | undefined;
}

export interface SavedAgendaItem extends AgendaItemForm {
  readonly id: string;
  readonly revisions: Readonly<Record<AgendaField, number>>;
  readonly documentIds: readonly string[];
}

export const agendaFields: readonly AgendaField[] = ['title', 'presenter', 'purpose', 'minutes', 'description'];

let itemsMade = 0;

export function newAgendaItem(given: Partial<AgendaItemForm> = {}): AgendaItemForm {
  itemsMade += 1;
  return {
    // Unique across page loads, because items may be restored after a sign-in.
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
  return {
    key,
    id,
    depth,
    title,
    presenter,
    presenterId,
    purpose,
    description,
    minutes,
    kind: item.kind === 'minutes' ? null : item.kind,
    revisions: { title: revision, presenter: revision, purpose: revision, minutes: revision, description: revision },
    documentIds: item.documents.map((document) => document.id),
    ...(item.withheld === null ? {} : { isWithheld: true }),
  };
}

export function copiedItems(items: readonly AgendaItem[]): readonly AgendaItemForm[] {
  return settleDepths(
    items
      .filter(({ kind, withheld }) => kind !== 'minutes' && withheld === null)
      .map((item) => {
        const { id, key: _, revisions: __, documentIds: ___, ...fields } = savedItem(item);
        return newAgendaItem({ ...fields, id: null, copiedFrom: id });
      }),
  );
}

export function newestRevision({ revisions }: SavedAgendaItem): number {
  return Math.max(...Object.values(revisions));
}

export function formOfSaved(saved: SavedAgendaItem): AgendaItemForm {
  const { revisions: _, documentIds: __, ...form } = saved;
  return form;
}

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

export function fieldValue(item: AgendaItemForm, field: AgendaField): string {
  if (field === 'presenter') return item.presenterId ?? item.presenter.trim();
  return String(item[field] ?? '').trim();
}

export function withFieldOf<T extends AgendaItemForm>(item: T, field: AgendaField, other: AgendaItemForm): T {
  if (field === 'presenter') return { ...item, presenter: other.presenter, presenterId: other.presenterId };
  return { ...item, [field]: other[field] };
}

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

export function agendaItemErrors(item: AgendaItemForm): AgendaItemErrors | null {
  const { error } = texts.safeParse(item);
  if (error === undefined) return null;
  return Object.fromEntries(error.issues.map((issue) => [issue.path.join('.'), issue.message]));
}

export function minutesFromText(text: string): number | null {
  const digits = text.replace(/\D/g, '');
  return digits === '' ? null : Math.min(Number(digits), limits.itemMinutesMax);
}
