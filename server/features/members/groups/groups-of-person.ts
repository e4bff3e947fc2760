import { peopleMessages } from '#domain/later-messages.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { takeTurn } from '#server/db/turn.ts';
import { refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { lockPerson } from '#server/features/members/people/lock.ts';
import { regroup } from '#server/features/members/people/membership.ts';
import { tellPersonChanged } from '#server/features/members/people/tell.ts';
import type { Secrets } from '#server/secrets.ts';
import { setGroupsOfMember } from './membership.ts';

/**
 * Makes a member belong to these groups and no others; who stays in a group keeps what they are there. Whoever joins is
 * invited to the group's coming meetings, whoever leaves loses them.
 */
export async function setGroups(
  scope: BoardScope,
  secrets: Secrets,
  { memberId, wanted }: { readonly memberId: string; readonly wanted: readonly string[] },
): Promise<void> {
  const turn = await takeTurn(scope, 'audiences');
  const person = await lockPerson(scope, memberId);
  if (person.status === 'inactive') throw refused(peopleMessages.inactive);
  const groups = wanted.map((id) => ({ id }));
  const { joined, left } = await setGroupsOfMember(scope, { turn, memberId, groups });
  if (left.length + joined.length === 0) return;
  const { invited, ended } = await regroup(scope, secrets, { turn, memberIds: [memberId] });
  await audit(scope, {
    action: 'person.groups-set',
    subjectKind: 'member',
    subjectId: memberId,
    detail: {
      joined: joined.join(' '),
      left: left.join(' '),
      invitations: invited,
      invitations_ended: ended,
    },
  });
  await tellPersonChanged(scope, memberId);
}
