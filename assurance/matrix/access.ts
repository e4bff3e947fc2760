import type { Access } from '#contract/endpoint.ts';

type VerbsByNoun = Readonly<Record<string, string>>;

const reach: Readonly<Record<Access, VerbsByNoun>> = {
  public: {
    start: 'get',
    session: 'login logout',
    account: 'getEmailChange confirmEmailChange forgotPassword getPasswordReset resetPassword',
    twoFactor: 'challenge getChallenge',
    passkeys: 'beginJoining join beginSignIn signIn beginChallenge answerChallenge',
    providers: 'offered begin finish',
    setup: 'get setUp',
    boards: 'openLogo',
    invitations: 'get confirmAccount',
    attendance: 'answer',
    mail: 'getUnsubscribe unsubscribe',
    feeds: 'open',
    calendar: 'subscribe subscribeGeneric',
    support: 'manifest',
    keptPapers: 'check',
    magic:
      'getPapers sendPaper replyToPaperRequest createPaperUpload inspectPaperUpload appendPaperUpload deletePaperUpload',
    signatures: 'verify',
  },
  magic: {
    dates: 'answerByMagic',
    polls: 'respondByMagic respondByAnnouncementLink',
    magic: 'getMeeting getAnnouncement getActionItem setActionItem openDocument openAnnouncementDocument',
    calendar: 'addByMagic',
  },
  'signed-in': {
    session: 'confirmPassword switchBoard setTheme setViewerSize',
    account: 'get save dropEmailChange changePassword setPassword removePassword',
    twoFactor: 'get begin turnOn renewCodes turnOff',
    devices: 'list signOut signOutOthers endTrust forget',
    keptPapers: 'devices remove',
    passkeys: 'list offer begin add rename remove beginConfirmation confirm',
    providers: 'connections connect disconnect confirm',
    profile: 'openPicture',
    documents: 'annotationsKey',
    feeds: 'list renew',
    waiting: 'get',
    signing: 'methods beginPasskey passkey password provider',
    support: 'chat',
  },
  member: {
    people: 'list get',
    profile: 'get save setPicture removePicture',
    groups: 'list get update',
    audience: 'choices',
    meetings:
      'list create get update publishAudience audience previewAudience setAudience previewPublishing sendPublishPreview publish reschedule cancel restore delete undelete reopen close changes notifyChanges remind duplicate default templates saveTemplate deleteTemplate plan getDraftShowing showDraft commentOnDraft settleDraftComment',
    agenda: 'add update move delete',
    attendance: 'answerFor record addGuest updateGuest removeGuest',
    room: 'get openedPapers phase pointer desk checkIn addPresence updatePresence removePresence declare',
    motions:
      'ofMeeting deferralMeetings add update setState openVote castBallot enterBallot closeVote correctCounts decideTie voidVote',
    minutes: 'get start save wordings circulate comment settle addAddendum pdf filledItems placeOffer',
    minutesWriting: 'say list',
    dates: 'answer answerFor pick',
    resolutions: 'list register get pdf receipt create update circulate remind answer object withdraw',
    signatures: 'get list request sign decline void remind file',
    interests: 'list get declare update confirm download',
    polls: 'create createOnAnnouncement update setClosing close delete restore respond',
    actionItems: 'list ofMeeting get owners create update setLink',
    uploads: 'create inspect append delete',
    documents:
      'get attach update versions addVersion annotated delete restore deleted move open download saveAnnotations reading savePage find versionAnnotations openVersion compare downloadAnnotated',
    annotations: 'beside',
    keptPapers: 'register sync keep',
    paperRequests: 'list ask open act',
    boardBook: 'get make download agenda attendance copy makeCopy downloadCopy',
    library:
      'get open tree createCategory updateCategory categoryAudience folderAudience moveCategory deleteCategory createFolder updateFolder move hide delete deleted restore addLink',
    announcements: 'list create get update publish unpublish delete undelete readers',
    magic: 'meetings.list meetings.renew meetings.revoke announcements.list announcements.renew announcements.revoke',
    calendar: 'add',
    timeline: 'dashboard',
    deciding: 'get',
    search: 'find',
    events: 'stream',
  },
  'board-admin': {
    timeline: 'firstSteps hideFirstSteps',
    twoFactor: 'setRequired',
    people: 'create setAdmin setGroups setStatus remove',
    profile: 'fields saveFields retireField restoreField deleteField',
    boards: 'getSetup saveSetup setLogo removeLogo',
    deciding: 'save',
    providers: 'ofBoard setOfBoard',
    keptPapers: 'devicesOf removeOf',
    minutes: 'getHold hold',
    audit: 'list',
    actionItems: 'download',
    reports: 'choices attendance answers documents documentReaders people signIns votes download',
    groups: 'create use delete',
    invitations: 'list taken inviteSeveral resend',
    meetings: 'saveDefault',
  },
  'site-admin': {
    site: 'boards createBoard updateBoard suspendBoard resumeBoard inviteAdmin users setDisabled setSiteAdmin resetSignIn signOut health',
    mail: 'list resend test',
    providers: 'list add edit switch remove test testSignIn',
  },
};

const confirmed: VerbsByNoun = {
  account: 'setPassword removePassword',
  twoFactor: 'begin turnOn renewCodes turnOff',
  passkeys: 'begin add remove',
  providers: 'add edit switch remove test testSignIn connect disconnect',
  site: 'suspendBoard inviteAdmin setDisabled setSiteAdmin resetSignIn signOut',
};

export const exemptFromForgeryCheck: readonly string[] = ['keptPapers.check', 'mail.unsubscribe'];

const namesOf = (verbs: VerbsByNoun): readonly string[] =>
  Object.entries(verbs).flatMap(([noun, all]) => all.split(' ').map((verb) => `${noun}.${verb}`));

const accessByName: ReadonlyMap<string, Access> = new Map(
  Object.entries(reach).flatMap(([access, verbs]) => namesOf(verbs).map((name) => [name, access as Access] as const)),
);

export function accessOf(name: string): Access {
  const access = accessByName.get(name);
  if (access === undefined) throw new Error(`Who may reach ${name} stands nowhere in access.ts.`);
  return access;
}

export const confirmedEndpoints: readonly string[] = namesOf(confirmed);
