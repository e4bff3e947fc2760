/**
 * The one catalogue of texts that the specification fixes (sections 2, 4, 5, 8 and 9). They are literal,
 * spelling included, so that an owner who wants other words changes them here and nowhere else.
 */

/** Texts of section 5, shown under a field. */
export const validationMessages = {
  required: 'This field is required.',
  minLength: (min: number): string => `This field must contain at least ${min} characters`,
  maxLength: (max: number): string => `This field must be shorter than ${max} characters`,
  meetingDateMissing: 'This field cannot be empty',
  meetingTimeMissing: 'Cannot be empty',
  meetingEndsBeforeStart: 'The meeting cannot end before it begins',
  tooFewDateOptions: 'You need to pick at least 2 options.',
  duplicate: 'This field cannot be a duplicate',
  url: 'This field must be in url format',
  email: 'This field must be in email format',
  passwordTooShort: 'password must be greater than 10 characters',
  passwordTooLong: 'password must be less than 90 characters',
  newPasswordTooShort: 'Password must be at least 10 characters long',
  passwordsDiffer: 'The passwords need to match',
  calendarTypeMissing: 'You need to select a calendar type first.',
  // What the specification's table does not word.
  notADate: 'This is not a date',
  dateOutOfRange: 'This date is too far away',
  notOffered: 'Choose one of the options',
  number: 'This field must be a number',
  wholeNumber: 'This field must be a whole number',
  min: (min: number): string => `This field must be at least ${min}`,
  max: (max: number): string => `This field must be at most ${max}`,
  minItems: (min: number): string => `This field needs at least ${min} entries`,
  maxItems: (max: number): string => `This field can hold at most ${max} entries`,
  unknownField: 'This field is not known here',
  invalid: 'This field is not valid',
} as const;

/** The modal's message when none is given (section 2, general error modal). */
export const defaultErrorMessage = 'Something went wrong!';
export const dismissLabel = 'Dismiss';

/** Section 8, general errors. The spelling of the 403 text is the specification's. */
export const generalErrors = {
  tooLarge: 'The document you are trying to upload is too large!',
  sessionExpired: 'Session expired, please login.',
  validation: 'Validation Error',
  invalidServerUrl: 'Invalid Server URL',
  accessDenied: 'Access Denied, check your persmissions',
  /** Beyond the specification's texts: asking again does not help. */
  noSpace: 'There is no room left for this. Nothing that was saved is lost. Please tell whoever runs this portal.',
  generic: 'Something went wrong. Please refresh and try again.',
  noResponse: 'Possible network or browser error. Please check your connection, refresh, and try again.',
} as const;

/** An HTTP status, or 'network' when no answer came at all. */
export type ErrorStatus = number | 'network' | 'cancelled';

const generalErrorByStatus: ReadonlyMap<ErrorStatus, string> = new Map<ErrorStatus, string>([
  [403, generalErrors.accessDenied],
  [405, generalErrors.invalidServerUrl],
  [413, generalErrors.tooLarge],
  [419, generalErrors.sessionExpired],
  [422, generalErrors.validation],
  [507, generalErrors.noSpace],
]);

/**
 * The sentence of the general error modal (section 8). `method` counts only without an answer: a GET then
 * names the network, every other call gives the generic sentence.
 */
export function generalErrorMessage(status: ErrorStatus, method: string): string {
  if (status === 'network' && method.toUpperCase() === 'GET') return generalErrors.noResponse;
  return generalErrorByStatus.get(status) ?? generalErrors.generic;
}

interface RefusalWords {
  readonly title: string;
  /** Left out: the general error of the status. */
  readonly text?: string;
  readonly leadsHome: boolean;
}

/** Pages of addresses that were opened and are refused, where the product's own page cannot be shown. */
export const refusalPages = {
  byStatus: new Map<number, RefusalWords>([
    [403, { title: 'No access', leadsHome: true }],
    [
      404,
      {
        title: 'Page not found',
        text: 'It may have been removed, or it is not shared with you.',
        leadsHome: true,
      },
    ],
    [409, { title: 'Not possible now', leadsHome: true }],
    // No link: no page of ours is at that host.
    [421, { title: 'Unknown address', text: 'No board is served at this address.', leadsHome: false }],
    [422, { title: 'This address is not right', leadsHome: true }],
    [429, { title: 'Too many requests', text: 'Please wait a while, then refresh this page.', leadsHome: true }],
    [503, { title: 'Not available right now', text: 'Please wait a moment, then refresh this page.', leadsHome: true }],
    [507, { title: 'No room left', leadsHome: true }],
  ]),
  others: { title: 'This page could not be loaded', leadsHome: true } as RefusalWords,
  home: 'Go to the dashboard',
  reference: (requestId: string): string => `Reference: ${requestId}`,
} as const;

/** True for the one general error whose dismissal goes to /login (section 8). */
export function dismissLeadsToLogin(message: string): boolean {
  return message === generalErrors.sessionExpired;
}

/** Login and confirm-password errors (section 8). Login never says more than the status does. */
export function loginErrorMessage(status: ErrorStatus): string {
  if (status === 419) return 'Something went wrong, try refreshing your browser.';
  if (status === 422) return 'Invalid credentials.';
  if (status === 403) return 'Access Denied.';
  return `Something went wrong, HTTP Status code: ${status}`;
}

export const invitationErrors = {
  sessionExpired: 'Session expired. Please refresh your page and try again.',
  fallback: 'Something went wrong. Please refresh your page and try again.',
} as const;

/**
 * Invitation errors (section 8). The shared lookup, whose texts the specification does not show, is the one of
 * the general errors; a status that it does not name gets the invitation's own fallback.
 */
export function invitationErrorMessage(status: ErrorStatus): string {
  if (status === 419) return invitationErrors.sessionExpired;
  return generalErrorByStatus.get(status) ?? invitationErrors.fallback;
}

/** What the two-factor page does with a refusal (section 8): a message, a way to /login, or nothing visible. */
export type TwoFactorFailure =
  | { readonly kind: 'message'; readonly message: string }
  | { readonly kind: 'login' }
  | { readonly kind: 'silent' };

export const twoFactorInvalidCode = 'Code was invalid. Try again.';

export function twoFactorFailure(status: ErrorStatus): TwoFactorFailure {
  if (status === 422) return { kind: 'message', message: twoFactorInvalidCode };
  if (status === 419) return { kind: 'login' };
  if (status === 413 || status === 405 || status === 403) return { kind: 'silent' };
  return { kind: 'message', message: generalErrors.generic };
}

export const documentMessages = {
  gone: 'This file is no longer available.',
  notPreviewable: 'This file type cannot be previewed in a browser. Download now?',
  notPreviewableTitle: 'Preview not available',
  downloadFile: 'Download File',
  uploadedOn: 'Uploaded on',
  addedOn: 'Added on',
  viewOnYouTube: 'View on YouTube',
  viewOnVimeo: 'View on Vimeo',
  minimize: 'Minimize',
  maximize: 'Maximize',
  resetView: 'Reset View',
  close: 'Close',
} as const;

/** Section 5, annotation rule. */
export const annotationLimitDialog = {
  title: 'Oops! Annotation file size limit reached.',
  message:
    'Your last annotation was not saved because you have exceeded the maximum file size for annotations on this document. You may delete some annotations and try again.',
} as const;

/** Section 4, RSVP, and the attendance mode. */
export const rsvpMessages = {
  going: 'Going',
  goingRemote: 'Going remote',
  goingInPerson: 'Going in-person',
  notGoing: 'Not Going',
  noReply: 'No Reply',
  change: 'Change',
  inAttendance: 'In Attendance',
  notInAttendance: 'Not In Attendance',
} as const;

export const calendarMessages = {
  typeMissing: validationMessages.calendarTypeMissing,
  copy: 'Copy',
  copied: 'Copied',
  viewMeeting: 'View Meeting',
  noDateYet: 'This meeting can be added to a calendar once its date is chosen.',
} as const;

export const unsavedChangesMessage = 'You have unsaved changes';

/** Titles and buttons of the sign-in screens (section 2). */
export const signInLabels = {
  loginHeadline: (appName: string): string => `${appName} Login`,
  rememberMe: 'Remember Me',
  forgotPassword: 'Forgot password',
  logIn: 'Log In',
  twoFactorTitle: '2-Factor Authentication',
  confirmPasswordTitle: 'Confirm Your Password to Proceed',
  confirm: 'Confirm',
  cancel: 'Cancel',
} as const;

/** Invitation redemption (section 2). */
export const invitationLabels = {
  haveAccount: 'I Already Have an Account',
  createNew: 'Create a New Account',
  createAccount: 'Create Account',
  logIn: 'Log In',
  setupTitle: 'Invitation Profile Setup',
} as const;

/** 'Welcome, {first name}!', or the plain welcome when the invitation names nobody (section 2). */
export function welcomeText(firstName: string | null): string {
  const name = firstName?.trim() ?? '';
  return name === '' ? 'Welcome to the product' : `Welcome, ${name}!`;
}

/** The words of the frame around every screen (section 2). */
export const shellLabels = {
  addNewBoard: 'Add new board',
  myAccount: 'My Account & Profile',
  help: 'Help',
  logout: 'Logout',
  edit: 'Edit',
  done: 'Done',
  newMenu: { meeting: 'Meeting', announcement: 'Announcement', person: 'Person', group: 'Group' },
} as const;

/** A board's shortname (product 3). */
export const shortnameMessages = {
  format: 'Use 1 to 63 lower-case letters, digits and hyphens, with a letter or digit at both ends.',
  reserved: 'This shortname is reserved.',
  taken: 'Another board has this shortname, or has had it.',
} as const;

/** A board's setup, beyond the specification's texts. */
export const boardMessages = {
  changedMeanwhile:
    'Somebody else has changed the setup since you opened it. Nothing was saved. Load the page again to see it.',
  logoTooSmall: (pixels: number): string => `A logo needs at least ${pixels} pixels on its longer side.`,
} as const;

/** First start (product.md, section 3). */
export const setupMessages = {
  linkSpent: 'This set-up link has been used or has expired. Start the server again for a new one.',
  timeZoneUnknown: 'This is not a known time zone',
} as const;

/** What a user does about themselves, beyond the specification's texts. */
export const accountMessages = {
  wrongPassword: 'This is not your current password.',
  passwordChangedMeanwhile: 'Your password has just been changed elsewhere. Log in with the new one.',
  emailTaken: 'This email has an account already. Nothing was changed.',
} as const;

/** The check of a list of people to invite: each line's verdict, and the limit of the list. */
export const invitationCheckMessages = {
  ready: 'Ready to invite',
  member: 'Already a member, left out',
  invited: 'Already invited, left out',
  tooMany: (max: number): string => `At most ${max} people can be invited at a time.`,
} as const;

/** What a link of an invitation says that opens nothing any more (product.md, section 3). */
export const closedInvitations = {
  expired: {
    title: 'This invitation has expired',
    text: (board: string): string => `Invitations are good for 14 days. Ask ${board} to send you a new one.`,
  },
  redeemed: {
    title: 'This invitation has been used',
    text: (board: string): string => `If it was you, log in to open ${board}. If not, tell the board.`,
  },
  revoked: {
    title: 'This invitation has been withdrawn',
    text: (board: string): string =>
      `${board} has taken it back. If you think that is a mistake, ask whoever invited you.`,
  },
  suspended: {
    title: 'This board is suspended',
    text: (board: string): string =>
      `Nobody can join ${board} at the moment. Your invitation can be used once it is open again.`,
  },
} as const;

/** Two-factor authentication, beyond the specification's texts. */
export const twoFactorMessages = {
  onAlready: 'Two-factor authentication is on already.',
  offAlready: 'Two-factor authentication is off.',
  setupGone: 'This set-up is too old. Load the page again for a new key.',
  ownFirst: 'Turn on two-factor authentication for yourself first.',
} as const;

/** Refusals of an upload, beyond the specification's size message. */
export const uploadMessages = {
  typeNotAllowed: 'This type of file cannot be uploaded here.',
  contentMismatch: 'The content of this file does not match its name.',
  empty: 'This file is empty.',
  pictureTooLarge: 'This picture has too many pixels.',
  unpackedTooLarge: 'What is packed in this file is too large.',
  incomplete: 'This file has not arrived whole. Please upload it again.',
  placeFull: (most: number): string => `There is room for ${most} documents here.`,
} as const;

/** The library's refusals. */
export const libraryMessages = {
  intoItself: 'A folder cannot be moved into itself.',
  tooDeep: (most: number): string => `Folders can be nested up to ${most} deep.`,
  tooManyFolders: (most: number): string => `There is room for ${most} folders in a category.`,
  audienceOfTopFolders: 'Only a folder that stands in its category directly can have an audience of its own.',
  placeGone: 'The place where it stood is deleted. Restore that first.',
  holdsOthers: 'It holds a folder for others. A board admin can delete it.',
  onlyLibraryHides: 'Only documents in the library can be hidden.',
  linksHaveNoFile: 'A link has no file that could be replaced.',
  onlyLinksHaveAddresses: 'Only a link has an address that could be changed.',
} as const;

/** Meetings, agendas and answers: refusals beyond the specification's texts. */
export const meetingMessages = {
  dateMissing: 'Set the date and times of this meeting before you publish it.',
  alreadyPublished: 'This meeting has been published already.',
  timesFixed: 'The type and times of a published meeting stay as they are here. Reschedule it instead.',
  cancelFirst: 'Cancel this meeting before you delete it, so that everybody hears of it.',
  onlyPublishedMoved: 'Only a published meeting can be rescheduled.',
  onlyPublishedCancelled: 'Only a published meeting can be cancelled.',
  notCancelled: 'This meeting is not cancelled.',
  notMoved: 'Nothing changes: these are its type and times already.',
  notOver: 'This meeting is not read-only.',
  notReopened: 'This meeting has not been reopened.',
  nothingChanged: 'Nothing has changed since members were last told.',
  everybodyAnswered: 'Everybody has replied already.',
  remindedJustNow: 'Those who have not replied were reminded less than an hour ago.',
  begun: 'This meeting has begun already.',
  attendanceNotOpen: (minutes: number): string =>
    minutes === 0 ? 'Attendance opens with the start.' : `Attendance opens ${minutes} minutes before the start.`,
  tooManyGuests: (max: number): string => `A meeting has at most ${max} guests.`,
  closed: 'This meeting is over and has become read-only.',
  cancelled: 'This meeting is cancelled.',
  notPublished: 'This meeting is not published yet.',
  notInvited: 'You are not invited to this meeting.',
  answerDoesNotFit: 'This answer does not fit the meeting.',
  linkDoesNotFit: (type: string) =>
    `The answer in your link does not fit this ${type} meeting. Choose your answer here.`,
  documentStays: 'A document can be moved within its meeting only.',
  tooManyItems: (max: number): string => `An agenda has at most ${max} items.`,
} as const;

/** Announcements. */
/** Delivery of mail, as site admins see it. */
export const mailMessages = {
  notRepeatable:
    'This message cannot be sent again. It may have been sent meanwhile; an invitation is renewed under People.',
} as const;

/** Finding a date, beyond the specification's texts. */
export const dateMessages = {
  tooMany: (max: number): string => `At most ${max} dates can be offered.`,
  stillFinding: 'This meeting has no date yet. Answer its dates instead.',
  chosen: 'A date has been picked already.',
  notFinding: 'This meeting is not looking for a date.',
  optionGone: 'One of these dates is no longer offered. Look at the dates again.',
  optionPast: 'This date has passed. Pick one that is still to come.',
  pickInstead: 'Members are being asked for a date. Pick one of the dates.',
  everybodyAnswered: 'Everybody has answered every date already.',
} as const;

/** Polls. */
export const pollMessages = {
  tooFewOptions: 'A poll needs at least 2 options.',
  tooManyOptions: (max: number): string => `A poll has at most ${max} options.`,
  tooMany: (max: number): string => `There is room for ${max} polls here.`,
  anonymousResults: 'The results of an anonymous poll appear after closing.',
  tooFewAnswers: 'An anonymous poll shows its results only when at least 3 have answered.',
  closesInPast: 'Choose a time that is still to come.',
  closed: 'This poll is closed.',
  alreadyClosed: 'This poll is closed already.',
  answered: 'Somebody has answered already. The poll can be closed, extended or deleted.',
  final: 'You have answered already. Answers to an anonymous poll are final.',
  staysClosed: 'An anonymous poll stays closed: another vote would show what it was.',
  doesNotFit: 'This answer does not fit the poll. Look at it again.',
} as const;

export const audienceMessages = {
  gone: 'Somebody or a group in this audience is no longer on the board.',
  beyondOwnGroups: 'Choose your own groups, and members of them.',
} as const;
