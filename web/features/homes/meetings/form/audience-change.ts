import type { AudienceMember } from '#contract/audience.ts';
import { recipientCount } from '#web/features/members/audience/audience.ts';

interface AudienceChange {
  readonly invites: boolean;
  readonly gaining: readonly AudienceMember[];
  readonly losing: readonly AudienceMember[];
}

export function draftAudienceNote(findsDate: boolean): string {
  const consequence = findsDate
    ? 'When you ask for a date, they will be asked which dates suit them.'
    : 'They will be invited when you publish.';
  return `${consequence} Until then, only editors and the members you show the draft to can see it.`;
}

interface AudienceOf {
  readonly isDraft: boolean;
  readonly findsDate: boolean;
}

export function audienceChangeLines({ invites, gaining, losing }: AudienceChange, of: AudienceOf): readonly string[] {
  if (gaining.length + losing.length === 0) return ['The same people will be able to see the meeting.'];
  const active = gaining.filter((person) => !person.is_pending).length;
  const pending = gaining.length - active;
  const words: string[] = [];
  if (of.isDraft) {
    const [act, when] = of.findsDate ? ['asked', 'ask for a date'] : ['invited', 'publish'];
    if (gaining.length > 0) words.push(`${recipientCount(gaining.length)} will also be ${act} when you ${when}.`);
    if (losing.length > 0) words.push(`${recipientCount(losing.length)} will not be ${act}.`);
    return words;
  }
  const mail = of.findsDate
    ? 'will now be asked by email which dates suit them'
    : 'will now get the invitation by email';
  if (invites && active > 0) words.push(`${recipientCount(active)} ${mail}.`);
  if (invites && pending > 0) words.push(`${recipientCount(pending)} will be notified when they join.`);
  if (!invites && gaining.length > 0)
    words.push(`${recipientCount(gaining.length)} will also be able to see the meeting.`);
  if (losing.length > 0) {
    const ends =
      losing.length === 1
        ? 'The link in their earlier email will stop working.'
        : 'The links in their earlier emails will stop working.';
    words.push(`${recipientCount(losing.length)} will no longer see the meeting. ${ends}`);
  }
  return words;
}
