export const routeNames = [
  'Dashboard',
  'Meetings',
  'MeetingCreate',
  'Meeting',
  'MeetingIcs',
  'MeetingEdit',
  'MagicMeetingView',
  'Announcements',
  'AnnouncementCreate',
  'Announcement',
  'AnnouncementEdit',
  'MagicAnnouncementView',
  'People',
  'PersonCreate',
  'Person',
  'PersonEdit',
  'MemberSetup',
  'Library',
  'LibraryCategoryView',
  'SearchResults',
  'InvitationRedemption',
  'AdminGroup',
  'AdminGroupCreate',
  'AdminGroupEdit',
  'AdminProfile',
  'AdminSetup',
  'AdminReports',
  'SiteAdminBoards',
  'SiteAdminUsers',
  'Login',
  'TwoFactor',
  'ConfirmPassword',
  'Account',
] as const;
export type RouteName = (typeof routeNames)[number];

export interface NavigationTarget {
  readonly name: RouteName;
  readonly over?: RouteName;
}

export function loadGroup(place: NavigationTarget): string | null {
  const name = place.over ?? place.name;
  if (name.startsWith('Library')) return null;
  if (name.startsWith('Meeting')) return 'Meetings';
  if (name.startsWith('Announcement')) return 'Announcements';
  if (name.startsWith('Person') || name === 'People' || name === 'MemberSetup') return 'People';
  return name.startsWith('AdminGroup') ? 'AdminGroup' : name;
}

export function sharesLoadGroup(from: NavigationTarget, to: NavigationTarget): boolean {
  const group = loadGroup(from);
  return group !== null && group === loadGroup(to);
}
