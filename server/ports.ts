import type { Ports } from './db/board-scope.ts';
import { pendingPeople } from './features/access/invitations/renew.ts';
import { announcementHome } from './features/homes/announcements/documents/commands.ts';
import { announcementMembershipChange } from './features/homes/announcements/links.ts';
import { announcementPollHome } from './features/homes/announcements/polls/commands.ts';
import { libraryHome } from './features/homes/library/documents/commands.ts';
import { meetingHome } from './features/homes/meetings/documents/commands.ts';
import { listComingMeetings } from './features/homes/meetings/invitees/coming.ts';
import { meetingMembershipChange } from './features/homes/meetings/invitees/membership.ts';
import { meetingPollHome } from './features/homes/meetings/polls/commands.ts';
import { offeredChoices } from './features/mail-kinds.ts';
import { audienceMembershipChange } from './features/members/audience/commands.ts';
import { groupMembershipChange } from './features/members/groups/membership.ts';
import { boardBookFiles } from './features/views/board-book/commands.ts';
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
  homes: { meeting: meetingHome, announcement: announcementHome, library: libraryHome },
  offeredChoices,
  ownFiles: [boardBookFiles],
  pollHomes: { meeting: meetingPollHome, announcement: announcementPollHome },
  pendingPeople,
  upcomingMeetings: { list: listComingMeetings },
};
