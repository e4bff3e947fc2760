export const minutesMessages = {
  notesDestroyed: 'The notes of this meeting have already been destroyed.',
  none: 'No minutes yet.',
  begun: 'These minutes have already been started.',
  tooEarly: 'Minutes can be started once the meeting has begun.',
  notYet: 'Somebody else may have changed this. Reload the page and try again.',
  approvedByVote: 'This has already been voted on, so it cannot be changed.',
  approved: 'These minutes are approved and cannot be changed.',
  votedOn: 'These minutes are being voted on and cannot be changed now.',
  circulated: 'The minutes have been circulated, so this cannot be changed.',
  notApproved: 'An addendum can only be added to approved minutes. These minutes can still be changed.',
  commentsOver: 'The comment period has ended.',
  notCirculated: 'You can comment once the minutes have been circulated.',
  wordsFollow: 'This motion approves minutes, so its wording cannot be changed.',
  commentsMax: (most: number): string => `Minutes can have at most ${most} comments.`,
  ownCommentsMax: (most: number): string => `You can add at most ${most} comments to these minutes.`,
  addendaMax: (most: number): string => `Minutes can have at most ${most} addenda.`,
  settled: 'This comment has already been answered.',
  pastDay: 'Choose today or a later date.',
  dayTooLate: (days: number): string => `Choose a date within the next ${days} days.`,
  nothingNew: 'Nothing has changed since these minutes were circulated.',
  chooseSigners: 'Choose who signs the minutes.',
  circulateFirst: 'Circulate the corrections first.',
  becomeApproved: 'These minutes are approved once everybody who was asked to sign them has done so.',
  approvedInWriting: 'Minutes can be approved in writing only if the board allows written resolutions.',
  notOffered: 'This item is already on an agenda, or it is no longer needed.',
  stillInSession: 'The meeting is not over yet.',
  fileNotMade: 'The PDF is being created. Try again in a moment.',
  changedMeanwhile: 'Somebody else has changed this section in the meantime. Keep what you need from both texts.',
  lostQuorum: 'According to the corrected times, there was no quorum.',
  withheld: (number: string): string => `Item ${number} is withheld from you.`,
  enteredAfterwards: 'Entered afterwards.',
  partial: 'This copy leaves out what its reader is not allowed to see.',
} as const;

export const minutesLabels = {
  commentsUntil: 'Comments until',
  title: (meeting: string): string => `Minutes of ${meeting}`,
  file: ({
    state,
    version,
    title,
  }: {
    readonly state: string;
    readonly version: number;
    readonly title: string;
  }): string =>
    state === 'draft' ? `Draft Minutes ${title}` : `Minutes ${title}${version < 2 ? '' : ` version ${version}`}`,
  draft: (version: number): string => (version === 0 ? 'Draft' : `Draft, version ${version}`),
  action: 'Action:',
  offices: { chair: 'Chair', secretary: 'Secretary' },
  declarations: 'Declarations of interest',
  minutesOf: (date: string): string => `Minutes of ${date}`,
  actionItems: 'Action items',
  writtenResolutions: 'Written resolutions',
  approveMotion: (title: string, date: string): string => `That the minutes of ${title}, ${date}, be approved.`,
  approveCorrected: (title: string, date: string): string =>
    `That the minutes of ${title}, ${date}, be approved as corrected.`,
} as const;
