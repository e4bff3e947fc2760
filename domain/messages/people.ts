export const audienceMessages = {
  gone: 'This audience includes a person or a group that is no longer on the board.',
  beyondOwnGroups: 'You can choose only your own groups and their members.',
} as const;

export const peopleMessages = {
  alreadyOnBoard: 'Somebody with this email address is already on the board.',
  invitationSpent: 'This invitation has been used or withdrawn, or it has expired. Ask for a new one.',
  accountExists: 'There is already an account with this email address. Log in with it instead.',
  invitedAccount: 'The email address in your invitation already has an account. Log in with it.',
  invitedEmail:
    'A new account uses the email address in your invitation. To use another one, log in to the account that has it.',
  joined: 'You have joined the board.',
  codeFirst: 'Enter your two-factor code to join the board.',
  alreadyMember: 'You are already on this board. Log in to open it.',
  lastAdmin: 'A board must have at least one board admin. Make somebody else an admin first.',
  notYourself: 'Another board admin has to do this for you.',
  inactive: 'Make this person active again first.',
  notJoined: 'This person has not joined yet. Remove them instead, which withdraws the invitation.',
  invitationsOfTheDay: (max: number): string =>
    `A board can send at most ${max} invitations a day. You can send more tomorrow.`,
  justSent: 'This invitation was sent less than a minute ago.',
  changedMeanwhile: 'Nobody was invited, because the list has changed. Check the list again.',
} as const;

export const profileMessages = {
  phone: 'This field must be in phone number format',
  termEndsBeforeStart: 'The term cannot end before it starts.',
  noOptions: 'A choice field needs at least one option',
  kindFixed: 'The type of a field cannot be changed once somebody has filled it in.',
  tooManyOptions: (max: number): string => `A choice field can have at most ${max} options.`,
  tooManyFields: (max: number): string => `A board can have at most ${max} fields.`,
  nameTaken: (name: string): string => `There is already another field named “${name}”. Rename that field first.`,
  retireFirst: 'Retire this field before you delete it. What people have entered is kept until the field is deleted.',
  pictureTooSmall: (pixels: number): string => `A picture needs at least ${pixels} pixels on each side.`,
} as const;

export const groupMessages = {
  adminsByBoardAdmins: 'Only a board admin can add or remove group admins.',
  widens: 'Everybody on the board will be able to see the group’s meetings.',
} as const;
