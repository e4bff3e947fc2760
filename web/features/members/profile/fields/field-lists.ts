import type { KeptField, SavedField } from '#contract/profile.ts';
import {
  type FieldFiller,
  type FieldKind,
  type FieldVisibility,
  fieldFillers,
  fieldListErrors,
  tidyOptions,
} from '#domain/profile-fields.ts';
import { counted } from '#domain/text.ts';

export interface FieldDraftRow extends SavedField {
  readonly key: string;
  readonly valuesCount: number;
}
export type FieldLists = { readonly [Filler in FieldFiller]: FieldDraftRow[] };
export type FieldsAnswer = { readonly fields: KeptField[] };

let rowsMade = 0;

export function newRow(): FieldDraftRow {
  rowsMade += 1;
  const key = `new-${rowsMade}`;
  return {
    id: null,
    key,
    name: '',
    kind: 'text',
    required: false,
    visibility: 'everyone',
    options: [],
    valuesCount: 0,
  };
}

export function listsOf(fields: readonly KeptField[]): FieldLists {
  const rows = (filler: FieldFiller): FieldDraftRow[] =>
    fields
      .filter((field) => field.filled_by === filler && !field.is_retired)
      .map(({ filled_by: _, is_retired: __, values_count: valuesCount, ...field }) => ({
        ...field,
        key: field.id,
        valuesCount,
      }));
  return { member: rows('member'), admin: rows('admin') };
}

const toSave = ({ key: _, valuesCount: __, ...field }: FieldDraftRow): SavedField => ({
  ...field,
  options: field.kind === 'choice' ? tidyOptions(field.options) : [],
});

export function bodyOf(lists: FieldLists): { member: SavedField[]; admin: SavedField[] } {
  return { member: lists.member.map(toSave), admin: lists.admin.map(toSave) };
}

/** Errors are keyed by `{list}.{index}.{part}`. */
export function errorsOf(lists: FieldLists): Readonly<Record<string, string>> {
  const body = bodyOf(lists);
  return Object.fromEntries(
    fieldFillers.flatMap((filler) =>
      Object.entries(fieldListErrors(body[filler])).map(([path, message]) => [`${filler}.${path}`, message] as const),
    ),
  );
}

export function followRetired(draft: FieldLists, fields: readonly KeptField[]): FieldLists {
  const live = listsOf(fields);
  const follow = (filler: FieldFiller): FieldDraftRow[] => {
    const left = draft[filler].filter((row) => row.id === null || live[filler].some(({ id }) => id === row.id));
    const restored = live[filler].filter((row) => !left.some(({ id }) => id === row.id));
    return [...left, ...restored];
  };
  return { member: follow('member'), admin: follow('admin') };
}

export const kindOptions: readonly { readonly value: FieldKind; readonly label: string }[] = [
  { value: 'text', label: 'Short text' },
  { value: 'long-text', label: 'Long text' },
  { value: 'email', label: 'Email' },
  { value: 'phone', label: 'Phone' },
  { value: 'url', label: 'Web page' },
  { value: 'date', label: 'Date' },
  { value: 'choice', label: 'Choice' },
  { value: 'address', label: 'Address' },
];

export const kindLabel = (kind: FieldKind): string => kindOptions.find(({ value }) => value === kind)?.label ?? kind;

export const visibilityOptions: readonly { readonly value: FieldVisibility; readonly label: string }[] = [
  { value: 'everyone', label: 'All members' },
  { value: 'admins', label: 'Admins only' },
];

export const listTitles: Readonly<Record<FieldFiller, string>> = {
  member: 'Profile fields',
  admin: 'Position fields',
};

export const fieldNouns: Readonly<Record<FieldFiller, string>> = {
  member: 'profile field',
  admin: 'position field',
};

export function whoFilledIn(count: number): string {
  if (count === 0) return 'Nobody has';
  return `${counted(count, 'person', 'people')} ${count === 1 ? 'has' : 'have'}`;
}
