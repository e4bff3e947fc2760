import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dayAfter } from '#domain/days.ts';
import { instantToLocal, localToInstant } from '#domain/local-time.ts';
import { seedAnnouncement } from './seed-announcements.ts';
import { seedAnnotations, seedLibrary, seedOpening } from './seed-documents.ts';
import { seedDeletion, seedMeeting, seedShownDraft, seedVisit } from './seed-meeting.ts';
import {
  forgetWaitingMail,
  seedGroup,
  seedInterests,
  seedInvitation,
  seedProfiles,
  seedVoters,
} from './seed-members.ts';
import { seedApproval, seedComment, seedMinutes, seedNotes } from './seed-minutes.ts';
import { seedMotion, seedResolution } from './seed-motions.ts';
import { seedDateSearch, seedPoll } from './seed-questions.ts';
import { seedPointer, seedRecusal, seedSession, seedWithholding } from './seed-room.ts';
import { seedAction, seedAskedPapers, seedSignatures } from './seed-tasks.ts';
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
  const text = await readFile(join(import.meta.dirname, 'content', file), 'utf8');
  const acts: readonly Readonly<Partial<Record<Kind, never>>>[] = JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'string' ? dated(value, stage) : value,
  );
  for (const act of acts) {
    for (const [kind, given] of Object.entries(act)) await players[kind as Kind](stage, given);
  }
}

type Place = Pick<Stage, 'today' | 'timeZone'>;

const minuteMs = 60_000;
const fiveMinutes = 5 * minuteMs;
const dayMs = 86_400_000;

/**
 * In the file, `{month 5}` stands for the name of the month five days from today, and `@-3.5` for the time three and a
 * half days ago.
 */
function dated(text: string, place: Place): string | Date {
  if (text.startsWith('@')) return instantOf(text.slice(1), place);
  return text.replaceAll(/\{(month|day|year) (-?\d+)\}/g, (_, unit: string, count: string) => {
    const { today, timeZone } = place;
    if (unit === 'year') return String(today.getUTCFullYear() + Number(count));
    const day = boardTime(place, { days: Number(count), time: '09:30', onWorkday: true });
    if (unit === 'month') return new Intl.DateTimeFormat('en-CA', { month: 'long', timeZone }).format(day);
    return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(day);
  });
}

function instantOf(text: string, place: Place): Date {
  const [count = '', time, workday] = text.split(' ');
  const now = place.today.getTime();
  if (count.endsWith('min')) {
    const at = now + Number.parseInt(count, 10) * minuteMs;
    return new Date(count.startsWith('-') ? at : Math.ceil(at / fiveMinutes) * fiveMinutes);
  }
  if (time === undefined) return new Date(now + Number(count) * dayMs);
  return boardTime(place, { days: Number(count), time, onWorkday: workday === 'workday' });
}

function boardTime(
  { today, timeZone }: Place,
  { days, time, onWorkday }: { readonly days: number; readonly time: string; readonly onWorkday: boolean },
): Date {
  const date = dayAfter(instantToLocal(today, timeZone).date, days);
  const weekday = new Date(date).getUTCDay();
  const moved = weekday === 6 ? 2 : weekday === 0 ? 1 : 0;
  return localToInstant({ date: onWorkday ? dayAfter(date, moved) : date, time }, timeZone);
}
