import type { Context } from '#server/context.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { passwordResetJob, sweepAccountLinksJob } from './account/jobs.ts';
import { publishAnnouncementJobs, purgeAnnouncementJobs } from './announcements/jobs.ts';
import { makeBoardBookJob } from './board-book/jobs.ts';
import { prepareVersionJob } from './documents/jobs.ts';
import { purgeDocumentJobs } from './documents/purge.ts';
import { readScansJob } from './documents/read-scans.ts';
import { sweepFilesJob } from './documents/sweep-files.ts';
import { giveUpMailJob } from './mail/give-up.ts';
import { sendMailJob } from './mail/jobs.ts';
import { sendUserMailJob } from './mail/user-jobs.ts';
import { mailKinds, userMailKinds } from './mail-kinds.ts';
import { purgeMeetingJobs } from './meetings/lifecycle/purge.ts';
import { remindMeetingJob, sendRemindersJob } from './meetings/notices/reminders.ts';
import { dropLogoJob, dropPictureJob, sweepPicturesJob } from './pictures/jobs.ts';
import { purgePollJobs } from './polls/purge.ts';
import { sweepExpiredJob } from './session/jobs.ts';
import { dropUploadJob, sweepUploadsJob } from './uploads/jobs.ts';

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
    sendRemindersJob(context),
    remindMeetingJob(context),
    ...purgeMeetingJobs(context),
    ...publishAnnouncementJobs(context),
    ...purgeAnnouncementJobs(context),
    ...purgePollJobs(context),
    ...purgeDocumentJobs(context),
  ];
}
