import { counted } from '#domain/counted.ts';
import type { FieldFiller, FieldKind, FieldVisibility } from '#domain/profile-fields.ts';

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

/** Before the number of a field in its list: 'profile field 2'. */
export const placeWords: Readonly<Record<FieldFiller, string>> = {
  member: 'profile field',
  admin: 'position field',
};

/** 'Nobody has', '1 person has', '12 people have' – filled it in. */
export function whoFilledIn(count: number): string {
  if (count === 0) return 'Nobody has';
  return `${counted(count, 'person', 'people')} ${count === 1 ? 'has' : 'have'}`;
}
