import { randomUUID } from 'node:crypto';
import type { RsvpLetter } from '#domain/rsvp.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { openingEntry } from '#server/features/papers/documents/openings/queries.ts';
import { loadVisibleDocuments } from '#server/features/papers/documents/queries.ts';
import { noteSignIn } from '#server/features/views/reports/sign-ins/commands.ts';
import type { HarbourCast } from './harbour-meetings.ts';
import type { DemoMeeting } from './seed-meeting.ts';
import { asMember, daysBefore, monthName, type SeededMember, type Seeding, workday } from './seeding.ts';

/** Days before today. */
const heldBefore = [68, 101, 133, 164, 231, 265, 330] as const;
const year = 400;

/** Deterministic pseudo-random share. */
function share(...numbers: readonly number[]): number {
  const mixed = numbers.reduce((sum, number) => Math.imul(sum ^ number, 0x45d9f3b) ^ (sum >>> 13), 0x2545f491);
  return (mixed >>> 0) / 4_294_967_296;
}

export function pastMeetings(cast: HarbourCast, today: Date): readonly DemoMeeting[] {
  const everyone = Object.values(cast.everyone);
  return heldBefore.map((days, nth) => {
    const start = workday(today, { days: -days, time: '09:30', timeZone: cast.timeZone });
    const isHybrid = nth % 3 !== 2;
    const letterOf = (who: number): RsvpLetter | null => {
      const chance = share(nth, who, 1);
      if (chance < 0.08) return null;
      if (chance < 0.18) return 'n';
      return isHybrid ? (chance < 0.42 ? 'r' : 'p') : 'y';
    };
    const invited = everyone.map((member, who) => ({ member, letter: letterOf(who), who }));
    return {
      title: `${monthName(start, cast.timeZone)} Board Meeting`,
      type: isHybrid ? 'hybrid' : 'in-person',
      start,
      lengthMinutes: 150,
      location: 'Harbour Street Resource Centre, Meeting Room 2',
      joinUrl: isHybrid ? 'https://meet.harbour-street.example/board' : '',
      description: '',
      createdAt: daysBefore(start, 26),
      publishedAt: daysBefore(start, 23),
      papers: [],
      items: [
        { title: 'Welcome and call to order', presenter: 'Ruth Okafor', minutes: 5 },
        { title: 'Minutes and actions', presenter: 'Elena Kowalczyk', minutes: 15 },
        { title: 'Reports of the committees', presenter: 'Aisha Benali', minutes: 60 },
        { title: 'Other business and next meeting', presenter: 'Ruth Okafor', minutes: 10 },
      ],
      answers: invited.flatMap(({ member, letter, who }) =>
        letter === null ? [] : [{ member, letter, at: daysBefore(start, 1 + share(nth, who, 2) ** 0.6 * 20) }],
      ),
      attended: invited
        .filter(({ letter, who }) => letter !== 'n' && share(nth, who, 3) > (letter === null ? 0.4 : 0.04))
        .map(({ member }) => member),
    };
  });
}

export async function seedUse(seeding: Seeding, people: readonly SeededMember[]): Promise<void> {
  for (const [who, person] of people.entries()) {
    await asMember(seeding, { userId: person.userId, at: seeding.today }, async (scope) => {
      const eagerness = 0.98 - 0.07 * who;
      const versions = await scope.tx
        .selectFrom('document_versions as version')
        .select(['version.document_id', 'version.id', 'version.created_at'])
        .where('version.board_id', '=', scope.board.id)
        .orderBy('version.id')
        .execute();
      const seen = await loadVisibleDocuments(scope, [...new Set(versions.map((version) => version.document_id))]);
      const visible = new Set(seen.map(({ id }) => id));
      for (const [nth, { document_id: documentId, id: versionId, created_at: added }] of versions.entries()) {
        const at = new Date(
          Math.max(added.getTime(), daysBefore(scope.now, year).getTime()) + share(who, nth, 4) * 6 * 86_400_000,
        );
        if (!visible.has(documentId) || share(who, nth, 5) > eagerness || at > scope.now) continue;
        const as = share(who, nth, 6) < 0.15 ? 'download' : 'inline';
        await audit({ ...scope, now: at }, openingEntry(documentId, { as, versionId }));
      }
      for (let days = year - 9 * share(who, 7); days > 0; days -= 3 + share(who, Math.round(days), 8) * (6 + 3 * who)) {
        await noteSignIn({ ...scope, now: daysBefore(scope.now, days) }, randomUUID());
      }
    });
  }
}

export async function seedFounder(
  seeding: Seeding,
  who: { readonly userId: string; readonly at: Date },
): Promise<void> {
  await asMember(seeding, who, async ({ tx, board, member, now }) => {
    await tx
      .updateTable('members')
      .set({ created_at: now })
      .where('board_id', '=', board.id)
      .where('id', '=', member.id)
      .execute();
  });
}
