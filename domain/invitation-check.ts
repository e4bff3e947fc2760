import { invitationCheckMessages } from './messages.ts';
import type { PastedPerson } from './pasted-people.ts';
import {
  duplicateErrors,
  emailError,
  type FieldError,
  firstError,
  maxLengthError,
  requiredError,
} from './validation.ts';

/** People who can be invited at a time. */
export const invitedTogetherMax = 200;
/** Invitations and renewals of one board within a day: more than any board has people, less than what makes it a sender of spam. */
export const invitationsPerDayMax = 200;
/** Characters of a first or a last name. */
const nameCharactersMax = 100;

/** Why an address is left out: it belongs to a member, or to somebody whose invitation is open. */
export type TakenBy = 'member' | 'invited';

export interface CheckedLine {
  readonly line: number;
  /** The person's name; without one the address, or what else the line holds. */
  readonly title: string;
  /** `left-out`: nothing is wrong, there is only nothing to do. */
  readonly state: 'ready' | 'left-out' | 'failed';
  /** The field that `message` is about, where the message alone does not say. */
  readonly field: string | null;
  readonly message: string;
}

/** Says of each line whether it can be invited; browser and server ask the same. `taken`: by address in lower case. */
export function checkInvited(
  people: readonly PastedPerson[],
  taken: ReadonlyMap<string, TakenBy>,
): readonly CheckedLine[] {
  const repeated = duplicateErrors(people.map(({ email }) => email));
  return people.map((person, index) => {
    const title = `${person.first_name} ${person.last_name}`.trim() || person.email;
    const said = { line: person.line, title };
    const fault = faultOf(person);
    if (fault !== null) return { ...said, state: 'failed', ...fault };
    const duplicate = repeated[index] ?? null;
    if (duplicate !== null) return { ...said, state: 'failed', field: null, message: duplicate };
    const by = taken.get(person.email.toLowerCase());
    if (by !== undefined) return { ...said, state: 'left-out', field: null, message: invitationCheckMessages[by] };
    return { ...said, state: 'ready', field: null, message: invitationCheckMessages.ready };
  });
}

function faultOf(person: PastedPerson): { readonly field: string | null; readonly message: string } | null {
  const wrong = emailError(person.email);
  if (wrong !== null) return { field: null, message: wrong };
  const about = (field: string, error: FieldError) => (error === null ? null : { field, message: error });
  const nameError = (name: string) => firstError(requiredError(name), maxLengthError(name, nameCharactersMax));
  return (
    about('Email', requiredError(person.email)) ??
    about('First name', nameError(person.first_name)) ??
    about('Last name', nameError(person.last_name))
  );
}
