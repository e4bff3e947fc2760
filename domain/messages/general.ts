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
  notADate: 'This is not a valid date',
  dateOutOfRange: 'This date is too far in the past or future',
  notOffered: 'Choose one of the options',
  number: 'This field must be a number',
  wholeNumber: 'This field must be a whole number',
  min: (min: number): string => `This field must be at least ${min}`,
  max: (max: number): string => `This field must be at most ${max}`,
  minItems: (min: number): string => `This field needs at least ${min} entries`,
  maxItems: (max: number): string => `This field can hold at most ${max} entries`,
  unknownField: 'Unknown field',
  invalid: 'This field is not valid',
  nameMissing: 'Enter a first name or a last name',
  unknownFormatting: 'Some of the formatting in this text is not supported here',
} as const;

export const defaultErrorMessage = 'Something went wrong!';

export const dismissLabel = 'Dismiss';

export const offlineText = 'You are offline. You can continue reading what is open, and your marks are kept.';

export const unreachableText =
  'There is no connection to the server. You can continue reading what is open, and your marks are kept.';

/** The misspelling in the 403 message is intentional, because the specification prescribes its text. */
export const generalErrors = {
  tooLarge: 'The document you are trying to upload is too large!',
  sessionExpired: 'Session expired, please login.',
  validation: 'Validation Error',
  invalidServerUrl: 'Invalid Server URL',
  accessDenied: 'Access Denied, check your persmissions',
  /** Does not suggest a retry, because a retry would fail as well. */
  noSpace:
    'The server’s storage is full. Everything that was saved earlier is safe. Please tell the people who run this portal.',
  generic: 'Something went wrong. Please refresh and try again.',
  noResponse: 'Possible network or browser error. Please check your connection, refresh, and try again.',
} as const;

export type ErrorStatus = number | 'network' | 'cancelled';

export const generalErrorByStatus: ReadonlyMap<ErrorStatus, string> = new Map<ErrorStatus, string>([
  [403, generalErrors.accessDenied],
  [405, generalErrors.invalidServerUrl],
  [413, generalErrors.tooLarge],
  [419, generalErrors.sessionExpired],
  [422, generalErrors.validation],
  [507, generalErrors.noSpace],
]);

export function generalErrorMessage(status: ErrorStatus, method: string): string {
  if (status === 'network' && method.toUpperCase() === 'GET') return generalErrors.noResponse;
  return generalErrorByStatus.get(status) ?? generalErrors.generic;
}

interface RefusalWords {
  readonly title: string;
  readonly text?: string;
  readonly leadsHome: boolean;
}

export const refusalPages = {
  byStatus: new Map<number, RefusalWords>([
    [403, { title: 'No access', leadsHome: true }],
    [
      404,
      {
        title: 'Page not found',
        text: 'This page may have been removed or is not shared with you.',
        leadsHome: true,
      },
    ],
    [409, { title: 'Not possible at the moment', leadsHome: true }],
    [421, { title: 'Unknown address', text: 'There is no board at this address.', leadsHome: false }],
    [422, { title: 'This address is not valid', leadsHome: true }],
    [429, { title: 'Too many requests', text: 'Please wait a while, then refresh this page.', leadsHome: true }],
    [503, { title: 'Not available right now', text: 'Please wait a moment, then refresh this page.', leadsHome: true }],
    [507, { title: 'Storage is full', leadsHome: true }],
  ]),
  others: { title: 'This page could not be loaded', leadsHome: true } as RefusalWords,
  home: 'Go to the dashboard',
  reference: (requestId: string): string => `Reference: ${requestId}`,
} as const;

export function dismissLeadsToLogin(message: string): boolean {
  return message === generalErrors.sessionExpired;
}

export const unsavedChangesMessage = 'You have unsaved changes';

export const signatureTitles = { sign: 'Sign', list: 'Signatures', verify: 'Verify a document' } as const;

export const resolutionTitles = { list: 'Resolutions', create: 'New written resolution' } as const;

export const shellLabels = {
  addNewBoard: 'Add new board',
  myAccount: 'My Account & Profile',
  waiting: 'Waiting for you',
  help: 'Help',
  logout: 'Logout',
  edit: 'Edit',
  done: 'Done',
  newMenu: { meeting: 'Meeting', announcement: 'Announcement', person: 'Person', group: 'Group' },
} as const;
