import {
  BookOpen,
  Building2,
  CalendarDays,
  ChartColumn,
  House,
  Landmark,
  ListChecks,
  Megaphone,
  ScrollText,
  Settings2,
  ShieldCheck,
  UserRoundCog,
  Users,
  UsersRound,
} from 'lucide-react';
import { actionLabels } from '#domain/messages/deciding.ts';
import { resolutionTitles } from '#domain/messages/general.ts';
import { paths } from '#web/paths.ts';
import type { IconType } from '#web/ui/icon.tsx';
import type { Roles } from './roles.ts';

export interface NavEntry {
  readonly key: string;
  readonly label: string;
  readonly href: string;
  readonly icon: IconType;
}

export interface SidebarGroup extends Omit<NavEntry, 'href'> {
  readonly entries: readonly NavEntry[];
}

const people: NavEntry = { key: 'people', label: 'People', href: paths.people(), icon: Users };

const main: readonly NavEntry[] = [
  { key: 'dashboard', label: 'Dashboard', href: paths.dashboard(), icon: House },
  { key: 'meetings', label: 'Meetings', href: paths.meetings(), icon: CalendarDays },
  { key: 'announcements', label: 'Announcements', href: paths.announcements(), icon: Megaphone },
  { key: 'library', label: 'Library', href: paths.library(), icon: BookOpen },
];

const resolutions: NavEntry = {
  key: 'resolutions',
  label: resolutionTitles.list,
  href: paths.resolutions(),
  icon: ScrollText,
};
const actions: NavEntry = { key: 'actions', label: actionLabels.title, href: paths.actions(), icon: ListChecks };

const admin: readonly NavEntry[] = [
  { key: 'groups', label: 'Groups', href: paths.adminGroups(), icon: UsersRound },
  { key: 'reports', label: 'Reports', href: paths.adminReports(), icon: ChartColumn },
  { key: 'profile-fields', label: 'Profile Fields', href: paths.adminProfile(), icon: ListChecks },
  { key: 'setup', label: 'Setup', href: paths.adminSetup(), icon: Landmark },
];

const siteAdmin: readonly NavEntry[] = [
  { key: 'boards', label: 'Boards', href: paths.siteAdminBoards(), icon: Building2 },
  { key: 'users', label: 'Users', href: paths.siteAdminUsers(), icon: UserRoundCog },
];

export function sidebarEntries(
  roles: Roles,
  board: { readonly people_hidden: boolean } | null,
): { readonly main: readonly NavEntry[]; readonly groups: readonly SidebarGroup[] } {
  const groups: SidebarGroup[] = [];
  if (board !== null && roles.isBoardAdmin) {
    const entries = board.people_hidden ? [people, ...admin] : admin;
    groups.push({ key: 'admin', label: 'Admin', icon: Settings2, entries });
  }
  if (roles.isSiteAdmin) groups.push({ key: 'site-admin', label: 'Site Admin', icon: ShieldCheck, entries: siteAdmin });
  if (board === null) return { main: [], groups };
  return { main: [...main, resolutions, actions, ...(board.people_hidden ? [] : [people])], groups };
}

export const tabBarEntries: readonly NavEntry[] = main;

export function isCurrent(entry: Pick<NavEntry, 'href'>, pathname: string): boolean {
  return pathname === entry.href || pathname.startsWith(`${entry.href}/`);
}

export function isGroupCurrent(group: SidebarGroup, pathname: string): boolean {
  return group.entries.some((entry) => isCurrent(entry, pathname));
}
