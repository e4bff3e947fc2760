/**
 * Which navigations set the loading flag (specification 2, 'Navigation behaviour'; product 5, 'Load groups').
 */

/** The names of the specification's route table, and of the pages that the product adds. */
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

/** Where a navigation leads. `over` is the page beneath when a Person opens as a modal over another page. */
export interface NavigationTarget {
  readonly name: RouteName;
  readonly over?: RouteName;
}

/** The group of a place; `null` for the library, which always reloads. A page of no family is a group of its own. */
export function loadGroup(place: NavigationTarget): string | null {
  const name = place.over ?? place.name;
  if (name.startsWith('Library')) return null;
  if (name.startsWith('Meeting')) return 'Meetings';
  if (name.startsWith('Announcement')) return 'Announcements';
  if (name.startsWith('Person') || name === 'People' || name === 'MemberSetup') return 'People';
  return name.startsWith('AdminGroup') ? 'AdminGroup' : name;
}

/** True when going from one to the other sets no loading flag. */
export function sharesLoadGroup(from: NavigationTarget, to: NavigationTarget): boolean {
  const group = loadGroup(from);
  return group !== null && group === loadGroup(to);
}
