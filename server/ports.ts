import type { Ports } from './db/board-scope.ts';
import { pendingPeople } from './features/access/invitations/commands.ts';
import { actionMembershipChange, meetingTasks } from './features/deciding/action-items/commands.ts';
import { electorate } from './features/deciding/deciding/commands.ts';
import { decisionsAndMinutes, minutesOfMeetings } from './features/deciding/meeting-minutes/approval/commands.ts';
import { votesOfMeetings } from './features/deciding/motions/votes/commands.ts';
import { resolutionHome } from './features/deciding/motions/written/resolution/commands.ts';
import { attendanceRoom, roomMembershipChange } from './features/deciding/room/commands.ts';
import { liveRooms } from './features/deciding/room/live/queries.ts';
import { minutesSignatures, signatureLock } from './features/deciding/signatures/commands.ts';
import { signatureFiles } from './features/deciding/signatures/sealing/commands.ts';
import { announcementHome, announcementPollHome } from './features/homes/announcements/commands.ts';
import { announcementMembershipChange } from './features/homes/announcements/readers/commands.ts';
import { libraryHome } from './features/homes/library/tree/commands.ts';
import { meetingMembershipChange } from './features/homes/meetings/audience/commands.ts';
import { meetingHome, meetingPollHome } from './features/homes/meetings/home/commands.ts';
import { listUpcomingMeetings } from './features/homes/meetings/invitees/queries.ts';
import { paperRequestsOfMeetings, submissionFiles } from './features/homes/paper-requests/commands.ts';
import { audienceMembershipChange } from './features/members/audience/commands.ts';
import { groupMembershipChange } from './features/members/groups/membership/commands.ts';
import { boardBookFiles } from './features/views/board-book/commands.ts';
import { feedMembershipChange } from './features/views/calendar/feeds/commands.ts';

export const ports: Ports = {
  membershipChanges: [
    groupMembershipChange,
    audienceMembershipChange,
    meetingMembershipChange,
    roomMembershipChange,
    announcementMembershipChange,
    actionMembershipChange,
    feedMembershipChange,
  ],
  homes: { meeting: meetingHome, announcement: announcementHome, library: libraryHome, resolution: resolutionHome },
  documentLock: signatureLock,
  derivedFiles: [boardBookFiles, submissionFiles, signatureFiles],
  pollHomes: { meeting: meetingPollHome, announcement: announcementPollHome },
  pendingPeople,
  attendanceRoom,
  decisions: decisionsAndMinutes,
  minutes: minutesOfMeetings,
  minutesSignatures,
  votes: votesOfMeetings,
  meetingTasks,
  paperRequests: paperRequestsOfMeetings,
  liveRooms,
  upcomingMeetings: { list: listUpcomingMeetings },
  electorate,
};
