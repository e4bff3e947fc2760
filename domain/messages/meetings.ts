import { validationMessages } from './general.ts';

export const rsvpMessages = {
  going: 'Going',
  goingRemote: 'Going remote',
  goingInPerson: 'Going in-person',
  notGoing: 'Not Going',
  noReply: 'No Reply',
  change: 'Change',
  inAttendance: 'In Attendance',
  notInAttendance: 'Not In Attendance',
  apologies: 'Apologies',
} as const;

export const calendarMessages = {
  typeMissing: validationMessages.calendarTypeMissing,
  copy: 'Copy',
  copied: 'Copied',
  viewMeeting: 'View Meeting',
  noDateYet: 'This meeting can be added to a calendar once its date is chosen.',
} as const;

export const meetingMessages = {
  changedMeanwhile: (theirs: string) =>
    theirs === ''
      ? 'Somebody else has cleared this in the meantime. Save again to keep what you have written.'
      : `Somebody else has changed this in the meantime: “${theirs}”. Save again to replace it with yours.`,
  dateMissing: 'Set the date and times of this meeting before you publish it.',
  noJoinLink: 'There is no join link yet, so remote members cannot join.',
  notInAudience: 'Choose members of the meeting’s audience.',
  alreadyPublished: 'This meeting has already been published.',
  previewNote: 'Only you can see this preview. Nobody has been invited yet, and the buttons do nothing.',
  timesFixed: 'The type and times of a published meeting cannot be changed here. Reschedule it instead.',
  cancelFirst: 'Cancel this meeting before you delete it, so that everybody is notified.',
  onlyPublishedMoved: 'Only a published meeting can be rescheduled.',
  onlyPublishedCancelled: 'Only a published meeting can be cancelled.',
  notCancelled: 'This meeting is not cancelled.',
  notMoved: 'There is nothing to change: the meeting already has this type and these times.',
  notOver: 'This meeting is not read-only.',
  notReopened: 'This meeting has not been reopened.',
  nothingChanged: 'Nothing has changed since members were last notified.',
  everybodyAnswered: 'Everybody has already replied.',
  remindedJustNow: 'Those who have not replied were reminded less than an hour ago.',
  begun: 'This meeting has already begun.',
  overAlready: 'This date is in the past. Check it before you continue.',
  attendanceNotOpen: (minutes: number): string =>
    minutes === 0
      ? 'Attendance can be recorded once the meeting starts.'
      : `Attendance can be recorded from ${minutes} minutes before the start.`,
  templateExists: 'There is already a template with this name.',
  tooManyTemplates: (max: number): string => `A board can have at most ${max} templates.`,
  tooManyGuests: (max: number): string => `A meeting can have at most ${max} guests.`,
  apologiesNow: 'You can already record apologies.',
  closed: 'This meeting is over and is now read-only.',
  closedReopen: 'Reopen it to change attendance.',
  closedAsk: 'A board admin can reopen it.',
  overStillOpen: (until: string): string =>
    `This meeting is over. Attendance and guests can be recorded until ${until}.`,
  overReopened:
    'This meeting is over and was reopened. Attendance and guests can be recorded until it is closed again.',
  cancelled: 'This meeting is cancelled.',
  notPublished: 'This meeting is not published yet.',
  notInvited: 'You are not invited to this meeting.',
  answerDoesNotFit: 'This reply is not possible for this meeting.',
  linkDoesNotFit: (type: string) =>
    `The reply in your link does not apply to this ${type} meeting. Choose another reply here.`,
  documentStays: 'A document can only be moved within its meeting.',
  tooManyItems: (max: number): string => `An agenda can have at most ${max} items.`,
} as const;

export const dateMessages = {
  tooMany: (max: number): string => `At most ${max} dates can be proposed.`,
  stillFinding: 'This meeting has no date yet. Reply to the proposed dates instead.',
  chosen: 'A date has already been picked.',
  notFinding: 'There are no proposed dates for this meeting.',
  optionGone: 'One of these dates has been removed. Check the dates again.',
  optionPast: 'This date has passed. Pick one in the future.',
  pickInstead: 'Members are being asked which dates suit them. Pick one of the dates.',
  everybodyAnswered: 'Everybody has already replied to all the proposed dates.',
} as const;

export const pollMessages = {
  tooFewOptions: 'A poll needs at least 2 options.',
  tooManyOptions: (max: number): string => `A poll can have at most ${max} options.`,
  tooMany: (max: number): string => `At most ${max} polls can be added here.`,
  anonymousResults: 'The results of an anonymous poll appear once the poll is closed.',
  tooFewAnswers: 'An anonymous poll shows its results only when at least 3 people have answered.',
  closesInPast: 'Choose a time in the future.',
  closed: 'This poll is closed.',
  alreadyClosed: 'This poll is already closed.',
  answered: 'Somebody has already answered. The poll can only be closed, extended or deleted.',
  final: 'You have already answered. Answers to an anonymous poll are final.',
  staysClosed: 'An anonymous poll cannot be reopened, because a single new answer could reveal who gave it.',
  doesNotFit: 'This answer is not possible in this poll. Check your answer.',
} as const;
