import type { Context } from '../context.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { countPagesJob } from './documents/jobs.ts';
import { sweepFilesJob } from './documents/sweep-files.ts';
import { invitationMailKinds } from './invitations/mail.ts';
import { sendMailJob } from './mail/jobs.ts';
import { meetingMailKinds } from './meetings/mail.ts';
import { sweepExpiredJob } from './session/jobs.ts';
import { dropUploadJob, sweepUploadsJob } from './uploads/jobs.ts';

/** Every job of the product. */
export function productJobs(context: Context): readonly JobHandler[] {
  return [
    sendMailJob(context, [...invitationMailKinds, ...meetingMailKinds]),
    sweepUploadsJob(context),
    dropUploadJob(context),
    countPagesJob(context),
    sweepFilesJob(context),
    sweepExpiredJob(context),
  ];
}
