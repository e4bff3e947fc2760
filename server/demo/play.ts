import { readContent } from './content.ts';
import { seedAction } from './seed-actions.ts';
import { seedAnnouncement } from './seed-announcements.ts';
import { seedAnnotations, seedOpening } from './seed-documents.ts';
import { seedLibrary } from './seed-library.ts';
import { seedDeletion, seedMeeting, seedShownDraft, seedVisit } from './seed-meeting.ts';
import { seedGroup, seedInterests, seedProfiles, seedVoters } from './seed-members.ts';
import { seedApproval, seedComment, seedMinutes, seedNotes } from './seed-minutes.ts';
import { seedMotion } from './seed-motions.ts';
import { seedAskedPapers } from './seed-papers.ts';
import { forgetWaitingMail, seedInvitation } from './seed-people.ts';
import { seedDateSearch, seedPoll } from './seed-questions.ts';
import { seedResolution } from './seed-resolutions.ts';
import { seedPointer, seedRecusal, seedSession, seedWithholding } from './seed-room.ts';
import { seedSignatures } from './seed-signatures.ts';
import { seedSignIn, seedUse } from './seed-use.ts';
import type { Stage } from './seeding.ts';

const players = {
  action: seedAction,
  announcement: seedAnnouncement,
  approval: seedApproval,
  askedPapers: seedAskedPapers,
  comment: seedComment,
  dateSearch: seedDateSearch,
  deletion: seedDeletion,
  forgetWaitingMail,
  group: seedGroup,
  interests: seedInterests,
  invitation: seedInvitation,
  library: seedLibrary,
  marks: seedAnnotations,
  meeting: seedMeeting,
  minutes: seedMinutes,
  motion: seedMotion,
  notes: seedNotes,
  opening: seedOpening,
  pointer: seedPointer,
  poll: seedPoll,
  profiles: seedProfiles,
  recusal: seedRecusal,
  resolution: seedResolution,
  session: seedSession,
  shownDraft: seedShownDraft,
  signatures: seedSignatures,
  signIn: seedSignIn,
  use: seedUse,
  visit: seedVisit,
  voters: seedVoters,
  withholding: seedWithholding,
};

type Kind = keyof typeof players;

export async function play(stage: Stage, file: string): Promise<void> {
  const acts = await readContent<readonly Readonly<Partial<Record<Kind, never>>>[]>(file, stage);
  for (const act of acts) {
    for (const [kind, given] of Object.entries(act)) await players[kind as Kind](stage, given);
  }
}
