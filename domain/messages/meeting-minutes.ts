export const minutesMessages = {
  none: 'No minutes yet.',
  begun: 'These minutes have begun already.',
  notBegun: 'This meeting has no minutes yet.',
  tooEarly: 'Minutes begin with the meeting.',
  approved: 'These minutes are approved and cannot be changed.',
  votedOn: 'These minutes are being voted on and cannot be changed now.',
  circulated: 'The minutes are circulated. This stays as it is.',
  notApproved: 'An addendum stands beside approved minutes. These can still be changed.',
  commentsOver: 'The time for comments is over.',
  notCirculated: 'Comments begin once the minutes are circulated.',
  commentsMax: (most: number): string => `Minutes take ${most} comments.`,
  addendaMax: (most: number): string => `Minutes take ${most} addenda.`,
  settled: 'This comment is settled already.',
  pastDay: 'Choose today or a later day.',
  dayTooLate: (days: number): string => `Choose a day within ${days} days.`,
  nothingNew: 'Nothing has changed since these minutes were circulated.',
  signaturesLater: 'Minutes cannot be approved by signatures yet.',
  writtenOff: 'This board decides nothing in writing.',
  changedMeanwhile: 'Somebody else has changed this section meanwhile. Keep what you need of both texts.',
  lostQuorum: 'By the corrected times there was no quorum.',
  withheld: (number: string): string => `Item ${number} is withheld from you.`,
  enteredAfterwards: 'Entered afterwards.',
} as const;

export const minutesLabels = {
  declarations: 'Declarations of interest',
  minutesOf: (date: string): string => `Minutes of ${date}`,
  actionItems: 'Action items',
  writtenResolutions: 'Written resolutions',
  approveMotion: (title: string, date: string): string => `That the minutes of ${title}, ${date}, be approved.`,
  approveCorrected: (title: string, date: string): string =>
    `That the minutes of ${title}, ${date}, be approved as corrected.`,
} as const;
