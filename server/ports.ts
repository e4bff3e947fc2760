import type { Ports } from './db/board-scope.ts';
import { pendingPeople } from './features/access/invitations/renew.ts';
import { announcementMembershipChange } from './features/homes/announcements/links.ts';
import { listComingMeetings } from './features/homes/meetings/invitees/coming.ts';
import { meetingMembershipChange } from './features/homes/meetings/invitees/membership.ts';
import { audienceMembershipChange } from './features/members/audience/commands.ts';
import { groupMembershipChange } from './features/members/groups/membership.ts';
import { feedMembershipChange } from './features/views/calendar/feeds.ts';

/** Hands to the lower nouns what they ask of the higher ones. */
export const ports: Ports = {
  membershipChanges: [
    groupMembershipChange,
    audienceMembershipChange,
    meetingMembershipChange,
    announcementMembershipChange,
    feedMembershipChange,
  ],
  pendingPeople,
  upcomingMeetings: { list: listComingMeetings },
};
