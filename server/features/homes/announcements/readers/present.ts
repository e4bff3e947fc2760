import type { z } from 'zod';
import type { listAnnouncementReaders } from '#contract/announcements.ts';
import { sortPeople } from '#domain/identity.ts';
import { presentAudienceMember } from '#server/features/members/people/present.ts';
import type { ReadersPage } from './queries.ts';

type Readers = z.output<NonNullable<typeof listAnnouncementReaders.answer>>;

export function presentReaders({
  openings,
  ...page
}: Pick<ReadersPage, 'people' | 'openings' | 'author_id' | 'state'>): Readers {
  const isCounted = ({ id }: ReadersPage['people'][number]) => page.state !== 'published' || id !== page.author_id;
  const people = sortPeople(page.people.filter(isCounted));
  const openedAt = new Map(openings.map((row) => [row.member_id, row.first_opened_at]));
  const active = people.filter((person) => person.status === 'active');
  const opened = active.flatMap((person) => {
    const at = openedAt.get(person.id);
    return at ? [{ ...presentAudienceMember(person), opened_at: at.toISOString() }] : [];
  });
  return {
    opened: opened.toSorted((one, other) => (one.opened_at < other.opened_at ? 1 : -1)),
    not_opened: active.filter((person) => !openedAt.has(person.id)).map(presentAudienceMember),
    pending: people.filter((person) => person.status === 'invited').map(presentAudienceMember),
  };
}
