import { isolated, listed } from '#domain/text.ts';
import { mostOf } from './motions.ts';

export const withheldItemTitle = 'Withheld item';
export const withheldTitle = 'Withheld';

export const withheldText = ({ by, on, reason }: { by: string | null; on: string; reason: string }): string =>
  `This item is withheld from you: its title, papers, motions and minutes. Withheld ${by === null ? '' : `by ${by} `}on ${on}: ${reason}`;

export function openedBefore(
  opened: { papers: number; openings: number } | null,
  who: 'You have' | 'They have',
): string {
  if (opened === null) return `${who} not opened any of its papers.`;
  const times = opened.openings === 1 ? 'once' : opened.openings === 2 ? 'twice' : `${opened.openings} times`;
  return `${who} opened its papers ${times}.`;
}

export function copiesWithheld(copies: readonly { readonly meeting: string; readonly takesVote: boolean }[]): string {
  const meetingsOf = (takesVote: boolean) =>
    copies.filter((copy) => copy.takesVote === takesVote).map(({ meeting }) => meeting);
  const hidden = meetingsOf(false);
  const blocking = meetingsOf(true);
  return [
    ...(hidden.length === 0 ? [] : [`Copies of the item in ${listed(hidden)} are also hidden from them.`]),
    ...(blocking.length === 0
      ? []
      : [
          `The item cannot be withheld yet, because this person would lose their vote on a copy in ${listed(mostOf(blocking))}.`,
        ]),
  ].join(' ');
}

export const interestMessages = {
  monthOrYear: 'Enter a year, or a month and year, such as 2009 or 4/2024.',
  untilBeforeSince: 'The end cannot be before the start.',
  untilLater: 'The end cannot be in the future. Enter it once the interest has ended.',
  ended: 'This interest has ended and cannot be changed.',
  tooMany: (max: number): string => `A member can declare at most ${max} interests.`,
  gone: 'This person is no longer on the board.',
} as const;

export const interestLabels = {
  register: 'Register of interests',
  registerFile: 'Register (PDF)',
  none: 'No interests declared.',
} as const;

export interface DeclarationOfMinutes {
  readonly name: string;
  readonly nature: string;
  readonly isRecused: boolean;
  /** For example, '14:32'. Null if the member did not leave. */
  readonly leftAt: string | null;
  readonly returnedAt?: string | null;
  readonly about?: string | null;
}

/** For example, 'Ada Byron declared an interest (director), left at 14:32 and did not vote.' */
export function declarationLine({
  name,
  nature,
  isRecused,
  leftAt,
  returnedAt = null,
  about = null,
}: DeclarationOfMinutes): string {
  const item = about === null ? '' : ` in item ${about}`;
  const acts = [
    ...(nature === '' ? [] : [`declared an interest${item} (${isolated(nature)})`]),
    ...(leftAt === null ? [] : [`left at ${leftAt}`]),
    ...(isRecused ? ['did not vote'] : []),
    ...(returnedAt === null ? [] : [`returned at ${returnedAt}`]),
  ];
  return acts.length === 0 ? '' : `${isolated(name)} ${listed(acts)}.`;
}
