import type { Context } from '#server/context.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { accountMailKinds } from './access/account/mail.ts';
import { invitationMailKinds } from './access/invitations/mail.ts';
import { passwordResetJob, sweepAccountLinksJob } from './access/recovery/jobs.ts';
import { sweepExpiredJob } from './access/session/jobs.ts';
import { giveUpMailJob, sendMailJob, sendUserMailJob } from './core/mail/jobs.ts';
import type { MailKind, OutsiderMailKind, UserMailKind } from './core/mail/ports.ts';
import { dropUploadJob, sweepUploadsJob } from './core/uploads/jobs.ts';
import { actionItemJobs } from './deciding/action-items/jobs.ts';
import { actionItemMailKinds } from './deciding/action-items/mail.ts';
import { interestJobs } from './deciding/interests/jobs.ts';
import { interestMailKinds } from './deciding/interests/mail.ts';
import { minutesJobs } from './deciding/meeting-minutes/jobs.ts';
import { minutesMailKinds } from './deciding/meeting-minutes/mail.ts';
import { motionJobs } from './deciding/motions/jobs.ts';
import { motionMailKinds } from './deciding/motions/mail.ts';
import { writtenMailKinds } from './deciding/motions/written/mail.ts';
import { declarationMailKinds } from './deciding/room/declarations/mail.ts';
import { adjournRoomJobs } from './deciding/room/jobs.ts';
import { signatureJobs } from './deciding/signatures/jobs.ts';
import { signatureMailKinds } from './deciding/signatures/mail.ts';
import { publishAnnouncementJobs, purgeAnnouncementJobs } from './homes/announcements/jobs.ts';
import { announcementMailKinds } from './homes/announcements/mail.ts';
import { draftNewsJobs, purgeMeetingJobs, reminderJobs } from './homes/meetings/jobs.ts';
import { meetingMailKinds } from './homes/meetings/mail.ts';
import { scheduleMailKinds } from './homes/meetings/schedule/mail.ts';
import { draftMailKinds } from './homes/meetings/showing/mail.ts';
import { paperRequestJobs } from './homes/paper-requests/jobs.ts';
import { paperMailKinds } from './homes/paper-requests/mail.ts';
import { dropPictureJobs, sweepPicturesJob } from './members/pictures/jobs.ts';
import { purgeDocumentJobs, sweepFilesJob } from './papers/documents/deletion/jobs.ts';
import { copyForReadingJob, prepareVersionJob, readScansJob } from './papers/documents/previews/jobs.ts';
import { closePollJobs, purgePollJobs } from './papers/polls/jobs.ts';
import { compareVersionsJob } from './papers/revisions/jobs.ts';
import { makeBoardBookJob } from './views/board-book/jobs.ts';
import { briefJobs } from './views/briefs/jobs.ts';
import { briefMailKinds } from './views/briefs/mail.ts';
import { makeMissingFeedsJob } from './views/calendar/feeds/jobs.ts';
import { siteMailKinds } from './views/site/users/mail.ts';

export function productJobs(context: Context): readonly JobHandler[] {
  return [
    sendMailJob(context, [...mailKinds, ...outsiderMailKinds]),
    sendUserMailJob(context, userMailKinds),
    giveUpMailJob(context),
    passwordResetJob(context),
    sweepAccountLinksJob(context),
    sweepUploadsJob(context),
    dropUploadJob(context),
    prepareVersionJob(context),
    readScansJob(context),
    copyForReadingJob(context),
    compareVersionsJob(context),
    makeBoardBookJob(context),
    sweepFilesJob(context),
    ...dropPictureJobs(context),
    sweepPicturesJob(context),
    sweepExpiredJob(context),
    makeMissingFeedsJob(context),
    ...reminderJobs(context),
    ...draftNewsJobs(context),
    ...briefJobs(context),
    ...purgeMeetingJobs(context),
    ...publishAnnouncementJobs(context),
    ...purgeAnnouncementJobs(context),
    ...adjournRoomJobs(context),
    ...closePollJobs(context),
    ...purgePollJobs(context),
    ...purgeDocumentJobs(context),
    ...actionItemJobs(context),
    ...interestJobs(context),
    ...motionJobs(context),
    ...minutesJobs(context),
    ...paperRequestJobs(context),
    ...signatureJobs(context),
  ];
}

export const mailKinds: readonly MailKind[] = [
  ...invitationMailKinds,
  ...announcementMailKinds,
  ...meetingMailKinds,
  ...scheduleMailKinds,
  ...draftMailKinds,
  ...briefMailKinds,
  ...actionItemMailKinds,
  ...interestMailKinds,
  ...declarationMailKinds,
  ...motionMailKinds,
  ...writtenMailKinds,
  ...minutesMailKinds,
  ...signatureMailKinds,
  ...siteMailKinds,
];

export const outsiderMailKinds: readonly OutsiderMailKind[] = paperMailKinds;
export const userMailKinds: readonly UserMailKind[] = accountMailKinds;
