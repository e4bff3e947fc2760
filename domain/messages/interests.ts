/** Stands for what is withheld from the reader. */
export const withheldItemTitle = 'Withheld item';
export const withheldTitle = 'Withheld';

export const interestMessages = {
  monthOrYear: 'Enter a year, or a month and a year: 2009 or 4/2024.',
  untilBeforeSince: 'This is before it began.',
  untilLater: 'Enter when it ended, or end it once it has.',
  ended: 'This interest has ended and stays as it is.',
  tooMany: (max: number): string => `A member can declare ${max} interests.`,
  gone: 'This person is no longer on the board.',
} as const;
