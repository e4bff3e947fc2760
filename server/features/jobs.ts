import type { Context } from '#server/context.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { passwordResetJob, sweepAccountLinksJob } from './access/account/jobs.ts';
import { sweepExpiredJob } from './access/session/jobs.ts';
import { giveUpMailJob } from './core/mail/give-up.ts';
import { sendMailJob } from './core/mail/jobs.ts';
import { sendUserMailJob } from './core/mail/user-jobs.ts';
import { dropUploadJob, sweepUploadsJob } from './core/uploads/jobs.ts';
import { publishAnnouncementJobs, purgeAnnouncementJobs } from './homes/announcements/jobs.ts';
import { purgeMeetingJobs } from './homes/meetings/lifecycle/purge.ts';
import { remindMeetingJob, sendRemindersJob } from './homes/meetings/notices/reminders.ts';
import { mailKinds, userMailKinds } from './mail-kinds.ts';
import { dropLogoJob, dropPictureJob, sweepPicturesJob } from './members/pictures/jobs.ts';
import { prepareVersionJob } from './papers/documents/jobs.ts';
import { purgeDocumentJobs } from './papers/documents/purge.ts';
import { readScansJob } from './papers/documents/read-scans.ts';
import { sweepFilesJob } from './papers/documents/sweep-files.ts';
import { purgePollJobs } from './papers/polls/purge.ts';
import { makeBoardBookJob } from './views/board-book/jobs.ts';
import { makeMissingFeedsJob } from './views/calendar/jobs.ts';

/** Every job of the product. */
export function productJobs(context: Context): readonly JobHandler[] {
  return [
    sendMailJob(context, mailKinds),
    sendUserMailJob(context, userMailKinds),
    giveUpMailJob(context),
    passwordResetJob(context),
    sweepAccountLinksJob(context),
    sweepUploadsJob(context),
    dropUploadJob(context),
    prepareVersionJob(context),
    readScansJob(context),
    makeBoardBookJob(context),
    sweepFilesJob(context),
    dropPictureJob(context),
    dropLogoJob(context),
    sweepPicturesJob(context),
    sweepExpiredJob(context),
    makeMissingFeedsJob(context),
    sendRemindersJob(context),
    remindMeetingJob(context),
    ...purgeMeetingJobs(context),
    ...publishAnnouncementJobs(context),
    ...purgeAnnouncementJobs(context),
    ...purgePollJobs(context),
    ...purgeDocumentJobs(context),
  ];
}
